package moirai.runs.products;

import java.util.Arrays;
import java.util.List;
import java.util.Set;
import moirai.clients.jdbc.dialects.SqlIsolation;
import moirai.generators.Structure;

/** A product with a JDBC driver, whose levels are those of SQL as a rule. */
interface SqlProduct extends Product {

    /** Returns the isolation levels that SQL names, from weak to strong. */
    @Override
    default List<String> levels() {
        return Arrays.stream(SqlIsolation.values()).map(SqlIsolation::label).toList();
    }

    /** Returns the requested level, by default serializable. */
    @Override
    default String isolation(Wish wish) {
        return wish.isolation().isEmpty() ? SqlIsolation.SERIALIZABLE.label() : wish.isolation();
    }

    /** Returns the structures that tables can hold: all. */
    @Override
    default Set<Structure> structures() {
        return Set.of(Structure.values());
    }
}
