package moirai.mockstore.wire.catalog;

import java.nio.ByteBuffer;
import java.util.List;

/**
 * A query that PostgreSQL answers, or a change of rows that it computes.
 *
 * @param types of its first parameters, as the client declares them; 0 leaves one open
 */
public record CatalogQuestion(String sql, List<Integer> types, boolean isChange, List<BackendMessage> description)
        implements RelayedSql {

    /** Returns the number of its columns. */
    public int columnCount() {
        return description.stream()
                .filter(message -> message.type() == 'T')
                .mapToInt(message -> ByteBuffer.wrap(message.body()).getShort())
                .sum();
    }

    public CatalogQuestion {
        types = List.copyOf(types);
        description = List.copyOf(description);
    }

    /** Returns a question with the parameters of this one, and with columns that nobody has described. */
    CatalogQuestion asking(String other) {
        return new CatalogQuestion(other, types, false, List.of());
    }

    /** Returns this question in other words for the same. */
    CatalogQuestion named(String other) {
        return new CatalogQuestion(other, types, isChange, description);
    }
}
