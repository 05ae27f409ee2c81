package moirai.mockstore.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import moirai.history.level.IsolationLevel;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The fields of errors that programs read. */
class ErrorDetailsTest {

    /** What makes each of the errors; a real PostgreSQL gives the same fields, see {@link ErrorDetailsIT}. */
    static final List<String> DEFINITIONS = List.of(
            "CREATE SCHEMA app",
            "CREATE TABLE city (id int PRIMARY KEY, name text NOT NULL, land text, UNIQUE (name, land),"
                    + " CONSTRAINT named CHECK (name <> ''))",
            "CREATE TABLE app.person (id int PRIMARY KEY, city int REFERENCES city,"
                    + " boss int CONSTRAINT led REFERENCES app.person DEFERRABLE INITIALLY DEFERRED)",
            "INSERT INTO city VALUES (1, 'Rome', 'it')",
            "INSERT INTO app.person VALUES (1, 1, NULL)");

    private final MockServer server =
            MockServer.start(TestDatabases.database(IsolationLevel.STRICT_SERIALIZABLE, 1), 0);
    private final WireClient client = WireClient.session(server.port());

    @BeforeEach
    void define() {
        DEFINITIONS.forEach(sql -> client.query(sql).answers());
    }

    @AfterEach
    void close() {
        client.close();
        server.close();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            emptyValue = "",
            value = {
                "INSERT INTO city VALUES (1, 'Oslo', 'no'); 23505;"
                        + " Key (id)=(1) already exists.; public; city; ''; city_pkey",
                "INSERT INTO city VALUES (2, 'Rome', 'it'); 23505;"
                        + " Key (name, land)=(Rome, it) already exists.; public; city; ''; city_name_land_key",
                "UPDATE city SET name = ''; 23514; ''; public; city; ''; named",
                "INSERT INTO city VALUES (2, NULL); 23502;"
                        + " Failing row contains (2, null, null).; public; city; name; ''",
                "INSERT INTO app.person VALUES (2, 7); 23503;"
                        + " Key (city)=(7) is not present in table \"city\".; app; person; ''; person_city_fkey",
                "INSERT INTO app.person VALUES (2, 1, 9); 23503;"
                        + " Key (boss)=(9) is not present in table \"person\".; app; person; ''; led",
                "DELETE FROM city; 23503;"
                        + " Key (id)=(1) is still referenced from table \"person\".; app; person; ''; person_city_fkey",
                "SELECT 1 / 0; 22012; ''; ''; ''; ''; ''",
                "SELECT nope FROM city; 42703; ''; ''; ''; ''; ''",
            })
    void anErrorTellsWhatIsViolated(
            String sql, String state, String detail, String schema, String table, String column, String constraint) {
        Answer error = client.query(sql).answers().getFirst();

        assertThat(error.field('C')).isEqualTo(state);
        assertThat(error.field('D')).isEqualTo(detail);
        assertThat(error.field('s')).isEqualTo(schema);
        assertThat(error.field('t')).isEqualTo(table);
        assertThat(error.field('c')).isEqualTo(column);
        assertThat(error.field('n')).isEqualTo(constraint);
    }

    @Test
    void anErrorOfACommitTellsTheSame() {
        client.query("BEGIN").answers();
        client.query("INSERT INTO app.person VALUES (2, 1, 9)").answers();
        List<Answer> answers = client.query("COMMIT").answers();

        assertThat(answers.getFirst().fields()).isEqualTo("SVCMDstn");
        assertThat(answers.getFirst().field('n')).isEqualTo("led");
        assertThat(answers.getLast()).hasToString("ReadyForQuery I");
    }

    @Test
    void theExtendedProtocolHasThemToo() {
        client.parse("", "INSERT INTO city VALUES ($1, 'Rome', 'it')")
                .bind("", "", "1")
                .execute("", 0)
                .sync();
        List<Answer> answers = client.answers();

        assertThat(answers.get(2).fields()).isEqualTo("SVCMDstn");
        assertThat(answers.get(2).field('D')).isEqualTo("Key (id)=(1) already exists.");
    }
}
