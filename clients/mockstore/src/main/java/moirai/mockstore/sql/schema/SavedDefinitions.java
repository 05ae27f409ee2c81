package moirai.mockstore.sql.schema;

import java.util.Map;
import java.util.Set;

/**
 * The definitions of a scope at one moment, with the positions of sequences.
 *
 * @param version of the catalogue
 */
public record SavedDefinitions(
        SearchPath.Scope scope,
        long version,
        Map<String, TableSchema> tables,
        Map<String, Sequence> sequences,
        Map<Sequence, Sequence.Position> positions,
        Map<String, IndexSchema> indexes,
        Set<String> schemas) {

    public SavedDefinitions {
        tables = Map.copyOf(tables);
        sequences = Map.copyOf(sequences);
        positions = Map.copyOf(positions);
        indexes = Map.copyOf(indexes);
        schemas = Set.copyOf(schemas);
    }
}
