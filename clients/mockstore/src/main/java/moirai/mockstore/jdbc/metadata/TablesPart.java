package moirai.mockstore.jdbc.metadata;

import java.sql.ResultSet;
import moirai.mockstore.jdbc.facade.Part;
import moirai.mockstore.jdbc.session.Origin;
import org.jspecify.annotations.Nullable;

/** What the catalogue holds. */
final class TablesPart implements Part {

    static final String TABLE = "TABLE";
    static final String SEQUENCE = "SEQUENCE";
    static final String INDEX = "INDEX";

    private final Origin origin;

    TablesPart(Origin origin) {
        this.origin = origin;
    }

    public ResultSet getSchemas() {
        return getSchemas(null, null);
    }

    public ResultSet getSchemas(@Nullable String catalog, @Nullable String schema) {
        var schemas = Listing.of("TABLE_SCHEM TABLE_CATALOG");
        if (NamePattern.of(schema).matches("public")) {
            schemas.add("public", origin.name());
        }
        return schemas.resultSet();
    }
}
