package dev.fallow.spark.read.table;

import dev.fallow.Dataset;
import dev.fallow.type.BitField;
import dev.fallow.type.Compound;
import java.util.List;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;

/**
 * A compound dataset of one dimension: the members are the columns. In a table of PyTables, bit fields of one byte are
 * booleans.
 */
final class MembersTable extends FileTable {
    private final BoxElements elements;
    private final long[] dimensions;
    private final Compound compound;
    private final boolean pyTables;
    private final boolean decodeCf;

    MembersTable(String file, Dataset dataset, boolean decodeCf) {
        super(file, dataset.path());
        this.decodeCf = decodeCf;
        elements = new BoxElements(dataset);
        dimensions = dimensions(file, dataset);
        compound = (Compound) dataset.datatype();
        pyTables = TextAttributes.text(dataset, "CLASS", "").equals("TABLE");
    }

    @Override
    public long[] dimensions() {
        return dimensions.clone();
    }

    @Override
    public List<TableColumn> columns() {
        return compound.members().stream().map(this::column).toList();
    }

    @Override
    public TableColumn column(String name) {
        return compound.members().stream()
                .filter(each -> each.name().equals(name))
                .findFirst()
                .map(this::column)
                .orElse(null);
    }

    private TableColumn column(Compound.Member member) {
        boolean bool = pyTables
                && member.type() instanceof BitField field
                && field.size() == 1
                && member.legacyDimensions().isEmpty();
        String prefix = "FIELD_" + compound.members().indexOf(member)
                + "_ATTR_"; // as PyTables names the attributes of a column
        DataType type = bool
                ? DataTypes.BooleanType
                : SparkTypes.arrayOf(
                        TextAttributes.type(
                                elements.dataset(),
                                member.type(),
                                prefix,
                                decodeCf && member.legacyDimensions().isEmpty()),
                        member.legacyDimensions().size());
        return TableColumn.decoded(member.name(), type, elements, ElementPart.member(member), prefix, decodeCf);
    }
}
