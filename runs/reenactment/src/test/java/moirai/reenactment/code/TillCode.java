package moirai.reenactment.code;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.time.Duration;
import java.util.List;
import moirai.directed.encoding.Bounds;
import moirai.directed.levels.Promises;
import moirai.directed.search.AnomalySearch;
import moirai.directed.search.Levels;
import moirai.reenactment.DirectedCase;
import moirai.reenactment.ReplayOutcome;
import moirai.reenactment.ServerTarget;
import moirai.sources.JavaSources;
import moirai.sources.SourceCode;
import moirai.sources.SourceOptions;
import org.h2.jdbcx.JdbcDataSource;

/** A class that loses updates, whose words are replaced, compiled from its source and replayed on H2. */
record TillCode(Path folder) {

    private static final String TEXT = """
            import java.sql.*;
            import javax.sql.DataSource;

            public class Till {
                static final String TABLE = "CREATE TABLE acc (id INT PRIMARY KEY, bal INT NOT NULL RULES)";

                private final DataSource source;

                public Till(DataSource source) { this.source = source; }

                public void take(int id, int amount) throws SQLException {
                    try (Connection c = source.getConnection();
                            PreparedStatement s = c.prepareStatement("SELECT bal FROM acc WHERE NOT id <> ? LOCK");
                            PreparedStatement u = c.prepareStatement("UPDATE acc SET bal = ? WHERE id = ? GUARD")) {
                        BEGIN
                        s.setInt(1, id);
                        ResultSet r = s.executeQuery();
                        if (!r.next()) { return; }
                        int bal = r.getInt(1);
                        u.setInt(1, bal + amount);
                        u.setInt(2, id);
                        WRITE
                        COMMIT
                    }
                }

                // MEMBERS
            }
            """;

    private static final Duration CALL_MAX = Duration.ofSeconds(60);

    /**
     * Returns the outcome of the first anomaly that values show, at read committed. Each pair is a word and what takes
     * its place.
     */
    ReplayOutcome replay(String... words) throws Exception {
        return replay(CALL_MAX, words);
    }

    /** Returns the outcome likewise; a call that takes longer is abandoned. */
    ReplayOutcome replay(Duration callMax, String... words) throws Exception {
        SourceCode source = source(words);
        var program = source.translation().program();
        var found = new AnomalySearch(program, Levels.all(Promises.EVENTUAL), Bounds.SMALL).find();
        var wanted = found.anomalies().stream()
                .map(anomaly -> new DirectedCase(program, 1, anomaly))
                .filter(one -> one.evidence().isVisible())
                .findFirst()
                .orElseThrow();
        var h2 = new JdbcDataSource();
        h2.setURL("jdbc:h2:mem:own;DB_CLOSE_DELAY=-1");
        try (LoadedCode code = LoadedCode.of(source, List.of(folder), List.of())) {
            var target = new ServerTarget("H2", h2, Connection.TRANSACTION_READ_COMMITTED);
            return new CodeReplay(code, target, callMax).replay(wanted);
        }
    }

    private SourceCode source(String... words) throws IOException {
        String text = TEXT;
        for (int i = 0; i < words.length; i += 2) {
            text = text.replace(words[i], words[i + 1]);
        }
        for (String word : List.of("RULES", "LOCK", "GUARD", "COMMIT")) {
            text = text.replace(" " + word, "").replace(word + "\n", "\n");
        }
        text = text.replace("BEGIN", "c.setAutoCommit(false);").replace("WRITE", "u.executeUpdate();");
        Files.writeString(folder.resolve("Till.java"), text);
        return JavaSources.read(new SourceOptions(List.of(folder), List.of(), List.of(), 1));
    }
}
