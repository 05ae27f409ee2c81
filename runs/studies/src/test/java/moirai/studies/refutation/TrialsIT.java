package moirai.studies.refutation;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import moirai.studies.refutation.programs.Dice;
import moirai.studies.refutation.programs.Members;
import moirai.studies.refutation.programs.RandomProgram;
import moirai.studies.refutation.programs.Scope;
import moirai.studies.refutation.programs.Snippet;
import moirai.studies.refutation.programs.TestedLevel;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Proofs about random programs, and what PostgreSQL says of them. With {@code -Dmoirai.sweeps=true} there are 5000
 * programs, otherwise as many as take some seconds.
 */
class TrialsIT {

    private static final int PROGRAMS = Boolean.getBoolean("moirai.sweeps") ? 5_000 : 60;

    private static Trials trials;

    private TrialsIT() {}

    @BeforeAll
    static void start() throws IOException, SQLException {
        trials = Trials.start();
    }

    @AfterAll
    static void close() {
        trials.close();
    }

    @Test
    void noProofIsRefuted() throws IOException, SQLException {
        var refuted = new ArrayList<String>();
        for (int seed = 0; seed < PROGRAMS; seed += Trials.BATCH) {
            for (Shrunk found : trials.run(seed, Math.min(Trials.BATCH, PROGRAMS - seed))) {
                refuted.add(trials.shrunk(found).text());
            }
        }

        assertThat(refuted).as(trials.counts()).isEmpty();
    }

    @Test
    void aLostUpdateIsSeen() throws SQLException {
        RandomProgram program = program("int b = read(c, id);", "write(c, id, b + amount);", "c.commit();");

        assertThat(refuted(program, TestedLevel.RC)).isPresent();
        assertThat(refuted(program, TestedLevel.SI)).isEmpty();
    }

    @Test
    void aSkewIsSeen() throws SQLException {
        RandomProgram program = program("int b = read(c, other);", "write(c, id, b + amount);", "c.commit();");

        assertThat(refuted(program, TestedLevel.SI)).isPresent();
        assertThat(refuted(program, TestedLevel.SER)).isEmpty();
    }

    @Test
    void twoTransactionsInOneCallAreSeen() throws SQLException {
        RandomProgram program =
                program("int b = read(c, id);", "c.commit();", "write(c, id, b + amount);", "c.commit();");

        assertThat(refuted(program, TestedLevel.SER)).isPresent();
    }

    @Test
    void whatIsRolledBackRefutesNothing() throws SQLException {
        RandomProgram program = program("int b = read(c, id);", "write(c, id, b + amount);", "c.rollback();");

        assertThat(refuted(program, TestedLevel.RC)).isEmpty();
    }

    private static RandomProgram program(String... lines) {
        var body = new ArrayList<Snippet>();
        body.add(Scope.line("c.setAutoCommit(false);"));
        List.of(lines).forEach(line -> body.add(Scope.line(line)));
        return new RandomProgram(
                "Bank",
                List.of(
                        "CREATE TABLE acc (id INT PRIMARY KEY, bal INT NOT NULL, name VARCHAR(9), up INT,"
                                + " version INT DEFAULT 0 NOT NULL)",
                        "CREATE TABLE log (id INT PRIMARY KEY, acc INT NOT NULL, n INT)"),
                List.of(new RandomProgram.Txn("t1", "Connection c", body)),
                Map.copyOf(Members.ALL));
    }

    private static Optional<Refutation> refuted(RandomProgram program, TestedLevel level) throws SQLException {
        CompiledPrograms.Compiled compiled = CompiledPrograms.of(List.of(program));
        return new Refuter(trials.arena(), program, compiled.classes().of(program), level, new Dice(1))
                .search(12, false);
    }
}
