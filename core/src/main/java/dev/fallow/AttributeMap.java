package dev.fallow;

import java.util.AbstractMap;
import java.util.AbstractSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The attributes of an object as a map that reads each on demand. */
final class AttributeMap extends AbstractMap<String, Object> {
    private final StoredObject object;

    AttributeMap(StoredObject object) {
        this.object = object;
    }

    @Override
    public boolean containsKey(Object name) {
        return name instanceof String text && object.hasAttribute(text);
    }

    @Override
    public Object get(Object name) {
        return containsKey(name) ? object.attribute((String) name).read() : null;
    }

    @Override
    public Set<Map.Entry<String, Object>> entrySet() {
        return new AbstractSet<>() {
            @Override
            public int size() {
                return object.attributeNames().size();
            }

            @Override
            public Iterator<Map.Entry<String, Object>> iterator() {
                return entries(object.attributeNames());
            }
        };
    }

    private Iterator<Map.Entry<String, Object>> entries(List<String> names) {
        Iterator<String> remaining = names.iterator();
        return new Iterator<>() {
            @Override
            public boolean hasNext() {
                return remaining.hasNext();
            }

            @Override
            public Map.Entry<String, Object> next() {
                String name = remaining.next();
                return new SimpleImmutableEntry<>(name, object.attribute(name).read());
            }
        };
    }
}
