package dev.fallow.cli.look;

import dev.fallow.Attribute;
import dev.fallow.EnumValue;
import dev.fallow.StoredObject;
import dev.fallow.cli.shell.ElementText;
import dev.fallow.cli.shell.NamePattern;
import dev.fallow.cli.shell.Values;
import dev.fallow.type.Datatype;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.Optional;

/**
 * What an attribute of an object has to be: {@code NAME}, which has to exist, or {@code NAME=VALUE}, of which an element is the value. A
 * number is compared as a number, a text with a pattern.
 */
final class AttributeCondition {
    private final String name;
    private final Optional<String> value;
    private final NamePattern pattern;

    private AttributeCondition(String name, Optional<String> value) {
        this.name = name;
        this.value = value;
        pattern = NamePattern.of(value.orElse("*"));
    }

    /** @throws IllegalArgumentException if the text is no condition */
    static AttributeCondition of(String text) {
        int equals = text.indexOf('=');
        String name = equals < 0 ? text : text.substring(0, equals);
        if (name.isEmpty()) {
            throw new IllegalArgumentException("expected NAME or NAME=VALUE, found \"" + text + "\"");
        }
        return new AttributeCondition(name, equals < 0 ? Optional.empty() : Optional.of(text.substring(equals + 1)));
    }

    /** Whether an object has the attribute. */
    boolean holds(StoredObject object) throws IOException {
        if (!object.hasAttribute(name)) {
            return false;
        } else if (value.isEmpty()) {
            return true;
        }
        Attribute attribute = object.attribute(name);
        boolean[] found = {false};
        Values.of(attribute).forEach(element -> found[0] |= matches(attribute.datatype(), element));
        return found[0];
    }

    private boolean matches(Datatype type, Object element) {
        if (element instanceof Number number) {
            return isNumber(ElementText.unsigned(type, number).toString());
        } else if (element instanceof EnumValue constant) {
            return constant.name().map(pattern::matches).orElse(false) || isNumber("" + constant.value());
        }
        return element != null
                && pattern.matches(
                        element instanceof String || element instanceof Boolean
                                ? element.toString()
                                : ElementText.text(type, element));
    }

    private boolean isNumber(String number) {
        String wanted = value.orElseThrow();
        if (wanted.equals(number)) {
            return true;
        }
        try {
            return new BigDecimal(wanted).compareTo(new BigDecimal(number)) == 0;
        } catch (NumberFormatException e) {
            return false; // one of them is NaN, infinite, or a text
        }
    }
}
