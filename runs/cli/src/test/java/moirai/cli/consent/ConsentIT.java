package moirai.cli.consent;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import moirai.cli.ChildProcess;
import moirai.cli.Cli;
import moirai.clients.Consent;
import moirai.clients.Endpoint;
import moirai.clients.Location;
import moirai.clients.Mark;
import moirai.clients.jdbc.consent.JdbcConsent;
import moirai.clients.jdbc.dialects.PostgresDialect;
import moirai.clients.jdbc.dialects.SqlIsolation;
import moirai.history.Seed;
import moirai.programs.SqlPrograms;
import moirai.programs.sql.ServerTarget;
import moirai.programs.sql.SqlProgram;
import moirai.programs.sql.SqlTarget;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests by the log of a real server that Moirai keeps away from databases that exist. */
@Timeout(120)
class ConsentIT {

    @SuppressWarnings("NullAway.Init")
    private static TestedServer server;

    @TempDir
    private Path directory;

    @BeforeAll
    static void startServer() throws SQLException {
        server = new TestedServer(
                "app", "shop_prod", "shared", "expiring", "killed", "programs", "two", "stray", "busy");
        server.execute("shared", "CREATE TABLE customers (id INT PRIMARY KEY)");
    }

    @AfterAll
    static void stopServer() {
        server.close();
    }

    private static String[] at(String database, String... rest) {
        var all = new ArrayList<>(List.of(rest));
        all.addAll(List.of("--url", server.url(database), "--user", TestedServer.USER, "--password", "env:PW"));
        return all.toArray(String[]::new);
    }

    private static Cli.Ended as(String owner, String... arguments) {
        return Cli.with(Map.of("PW", TestedServer.PASSWORD, "SU", server.superuserPassword(), "MOIRAI_OWNER", owner))
                .run(arguments);
    }

    private Cli.Ended run(String owner, String database, String... rest) {
        var all = new ArrayList<>(List.of("run"));
        all.addAll(List.of("--store", directory.toString(), "--time-limit", "1", "--min-committed", "0"));
        all.addAll(List.of("--isolation", "read-committed"));
        all.addAll(List.of(rest));
        return as(owner, at(database, all.toArray(String[]::new)));
    }

    private static Consent consent(String database) {
        return new JdbcConsent(
                new Endpoint(server.url(database), TestedServer.USER, TestedServer.PASSWORD),
                new PostgresDialect(SqlIsolation.SERIALIZABLE));
    }

    private static void marked(String owner, String database, String... options) {
        var all = new ArrayList<>(List.of("target", "mark"));
        all.addAll(List.of(options));
        Cli.Ended ended = as(owner, at(database, all.toArray(String[]::new)));
        assertThat(ended.code()).as(ended.err()).isZero();
    }

    /** Refused with this line, and the server has executed no statement that writes. */
    private void assertRefused(Cli.Ended ended, int mark, String... contents) throws IOException {
        assertThat(ended.code()).as("%s%s", ended.out(), ended.err()).isEqualTo(253);
        assertThat(ended.err())
                .contains(contents)
                .startsWith("moirai: refused: ")
                .doesNotContain(TestedServer.PASSWORD);
        assertThat(ended.err().lines()).hasSize(1);
        assertThat(TestedServer.writing(server.since(mark))).isEmpty();
        try (Stream<Path> files = Files.list(directory)) {
            assertThat(files).as("nothing is kept of a run that was refused").isEmpty();
        }
    }

    @Test
    void anUnmarkedDatabaseIsRefusedAfterALookThatOnlyReads() throws Exception {
        int mark = server.mark();

        assertRefused(
                run("ann", "app"),
                mark,
                "database 'app' is not marked",
                ": moirai target mark --url " + server.url("app") + " --user tester --password env:PW\n");
        assertThat(TestedServer.statements(server.since(mark))).contains("BEGIN READ ONLY");
    }

    @Test
    void aDatabaseWithANameLikeProductionIsNotEvenConnectedTo() throws Exception {
        int mark = server.mark();

        assertRefused(run("ann", "shop_prod"), mark, "'shop_prod' looks like production", "--allow-name shop_prod\n");
        Cli.Ended marking = as("ann", at("shop_prod", "target", "mark"));
        assertRefused(marking, mark, "'shop_prod' looks like production", "moirai target mark --url ");
        assertThat(server.since(mark)).noneMatch(line -> line.contains("connection authorized"));

        assertRefused(
                run("ann", "shop_prod", "--allow-name", "shop_prod"),
                mark,
                "database 'shop_prod' is not marked",
                "moirai target mark --url",
                "--allow-name shop_prod\n");
    }

    @Test
    void anExpiredMarkIsRefused() throws Exception {
        Location location = consent("expiring").inspect().location();
        consent("expiring")
                .give(Mark.of(location, "test", "ann", false, Instant.now().minusSeconds(1)));
        int mark = server.mark();

        assertRefused(run("ann", "expiring"), mark, "has expired at ", ": moirai target mark --url ");

        consent("expiring")
                .give(Mark.of(location, "test", "ann", false, Instant.now().plus(Duration.ofSeconds(30))));
        mark = server.mark();
        assertRefused(run("ann", "expiring"), mark, "before the time limit", ": moirai target mark --url ");
    }

    /** As a dump that is restored under the same name elsewhere brings it along. */
    @Test
    void aMarkThatCameFromAnotherServerIsNone() throws Exception {
        Instant end = Instant.now().plus(Duration.ofHours(1));
        consent("expiring").give(Mark.of(new Location("expiring", "system 7"), "test", "ann", false, end));
        int mark = server.mark();

        assertRefused(run("ann", "expiring"), mark, "made for another database or server", ": moirai target mark ");
    }

    @Test
    void aMarkOfAnotherOwnerIsRefusedAndNotReplacedOrRemoved() throws Exception {
        marked("ann", "expiring", "--take-over");
        int mark = server.mark();

        assertRefused(run("bob", "expiring"), mark, "is of 'ann', and you are 'bob'; ask them, or: ", "--take-over");
        assertRefused(as("bob", at("expiring", "target", "mark")), mark, "is marked by 'ann'", "--take-over");
        assertRefused(as("bob", at("expiring", "target", "release")), mark, "is marked by 'ann'", "--take-over");
    }

    @Test
    void aSuperuserAndTablesOfOthersAreRefusedEvenWithAMark() throws Exception {
        marked("ann", "shared");
        int mark = server.mark();

        assertRefused(run("ann", "shared"), mark, "(public.customers); take an empty one, or: ", "--shared-database\n");
        Cli.Ended ended = as(
                "ann",
                "run",
                "--url",
                server.url("shared"),
                "--user",
                server.superuser(),
                "--password",
                "env:SU",
                "--store",
                directory.toString(),
                "--shared-database");
        assertRefused(ended, mark, "'postgres' is a super-user", "--allow-superuser\n");
    }

    @Test
    void aProgramNeedsTheMarkAsWellAndLeavesNothing() throws Exception {
        String[] program = at("programs", "mock", "program", "smallbank", "--runs", "1", "--txns", "5");
        int mark = server.mark();

        assertRefused(as("ann", program), mark, "database 'programs' is not marked");

        marked("ann", "programs");
        Cli.Ended ended = as("ann", program);
        assertThat(ended.code()).as("%s%s", ended.out(), ended.err()).isIn(0, 1);
        assertThat(server.tables("programs")).containsExactly("moirai_target");
        server.execute("programs", "CREATE SCHEMA moirai_program_smallbank; CREATE TABLE moirai_program_smallbank.x()");
        Cli.Ended foreign = as("ann", program);
        assertThat(foreign.code()).isEqualTo(255);
        assertThat(foreign.err()).contains("already exists");
    }

    @Test
    void whatAKilledRunHasLeftIsRemovedByReleaseTogetherWithTheMark() throws Exception {
        marked("ann", "killed", "--environment", "staging", "--ttl", "2h");
        Path password = Files.writeString(directory.resolve("password"), TestedServer.PASSWORD + "\n");
        try (var child = ChildProcess.start(
                directory,
                Map.of("MOIRAI_OWNER", "ann"),
                "run",
                "--url",
                server.url("killed"),
                "--user",
                TestedServer.USER,
                "--password",
                "file:" + password)) {
            child.awaitRecorded(directory.resolve("store"), 10_000);
            child.signal("KILL");
            assertThat(child.exitCode()).isEqualTo(137);
        }
        server.execute("killed", "CREATE TABLE moirai_append77 (id INT)");
        Cli.Ended show = as("ann", at("killed", "target", "show"));
        assertThat(show.out())
                .contains(
                        "environment  staging",
                        "owner        ann",
                        "faults       not allowed",
                        "moirai_append0",
                        "a run may write")
                .doesNotContain("refused");

        Cli.Ended release = as("ann", at("killed", "target", "release"));

        assertThat(release.code()).as("%s%s", release.out(), release.err()).isEqualTo(252);
        assertThat(release.out()).contains("dropped public.moirai_append0", "LEFT public.moirai_append77", "released ");
        assertThat(server.tables("killed")).containsExactly("moirai_append77");
        server.execute("killed", "DROP TABLE moirai_append77");
        assertThat(as("ann", at("killed", "target", "release")).code()).isZero();
        assertThat(as("ann", at("killed", "target", "show")).out())
                .contains("not marked", "refused      database 'killed' is not marked");
    }

    /** Sessions may get to any server that the URL names, so a look at some of them does not suffice. */
    @Test
    void aServerThatCannotBeLookedAtIsNotPassedOverBesideOneThatCan() throws Exception {
        marked("ann", "two");
        String both = server.url("two").replaceFirst("/two$", ",127.0.0.1:1/two");
        int mark = server.mark();

        Cli.Ended ended = as(
                "ann",
                "run",
                "--store",
                directory.toString(),
                "--url",
                both,
                "--user",
                TestedServer.USER,
                "--password",
                "env:PW");

        assertRefused(ended, mark, "127.0.0.1:1/two", "name only servers that can be looked at in --url");
    }

    @Test
    void nothingIsRemovedFromADatabaseThatIsNotMarkedOrLooksLikeProduction() throws Exception {
        String comment = "made by Moirai, which drops it when it starts or ends a program";
        server.execute(
                "stray",
                "CREATE SCHEMA moirai_program_voter AUTHORIZATION " + TestedServer.USER
                        + "; COMMENT ON SCHEMA moirai_program_voter IS '" + comment
                        + "'; CREATE TABLE moirai_program_voter.moirai_votes()");
        int mark = server.mark();

        assertRefused(as("ann", at("stray", "target", "release")), mark, "database 'stray' is not marked");
        assertRefused(
                as("ann", at("shop_prod", "target", "release")),
                mark,
                "'shop_prod' looks like production",
                "--allow-name");

        assertThat(server.tables("stray")).containsExactly("moirai_votes");
        marked("ann", "stray");
        assertThat(as("ann", at("stray", "target", "release")).code()).isZero();
        assertThat(server.tables("stray")).isEmpty();
    }

    @Test
    void whatAKilledReplayHasLeftIsRemovedByReleaseAndALookAlikeStays() throws Exception {
        String comment = "made by Moirai, which drops it when it ends a directed replay";
        String owned = " AUTHORIZATION " + TestedServer.USER;
        server.execute(
                "killed",
                "CREATE SCHEMA moirai_directed_77_1" + owned + "; COMMENT ON SCHEMA moirai_directed_77_1 IS '" + comment
                        + "'; CREATE TABLE moirai_directed_77_1.x()");
        server.execute(
                "killed",
                "CREATE SCHEMA moirai_directed_78_1" + owned + "; CREATE TABLE moirai_directed_78_1.somebodys()");
        marked("ann", "killed");

        Cli.Ended release = as("ann", at("killed", "target", "release"));

        assertThat(release.code()).as("%s%s", release.out(), release.err()).isEqualTo(252);
        assertThat(release.out())
                .contains("dropped moirai_directed_77_1.x", "LEFT moirai_directed_78_1.somebodys", "released ");
        server.execute("killed", "DROP SCHEMA moirai_directed_78_1 CASCADE");
    }

    @Test
    void whatALivingProgramUsesIsNeitherRemovedNorTaken() throws Exception {
        marked("ann", "busy");
        var target = new ServerTarget(
                new Endpoint(server.url("busy"), TestedServer.USER, TestedServer.PASSWORD), SqlIsolation.SERIALIZABLE);
        SqlProgram voter = SqlPrograms.named("voter").orElseThrow();
        try (SqlTarget.Database living = target.open(voter, new Seed(1));
                Connection session = living.session();
                var statement = session.createStatement()) {
            statement.execute("CREATE TABLE moirai_votes (id INT)");
            session.commit();

            Cli.Ended release = as("ann", at("busy", "target", "release"));
            marked("ann", "busy");
            Cli.Ended second = as("ann", at("busy", "mock", "program", "voter", "--runs", "1", "--txns", "5"));

            assertThat(release.code()).as("%s%s", release.out(), release.err()).isEqualTo(252);
            assertThat(release.out())
                    .contains("LEFT moirai_program_voter.moirai_votes, which a run that lives uses, or");
            assertThat(second.code()).isEqualTo(255);
            assertThat(second.err()).contains("lock timeout");
            assertThat(server.tables("busy")).containsExactly("moirai_target", "moirai_votes");
        }
        assertThat(as("ann", at("busy", "target", "release")).code()).isZero();
        assertThat(server.tables("busy")).isEmpty();
    }

    /** The check on the log would notice a run that writes, and such a run leaves the mark alone. */
    @Test
    void aMarkedDatabaseIsWrittenToAndLeftAsItWas() throws Exception {
        marked("ann", "shared", "--take-over");
        int mark = server.mark();

        Cli.Ended ended = run("ann", "shared", "--shared-database");

        assertThat(ended.code()).as("%s%s", ended.out(), ended.err()).isZero();
        assertThat(TestedServer.writing(server.since(mark)))
                .anyMatch(statement -> statement.startsWith("CREATE TABLE moirai_append0"))
                .anyMatch(statement -> statement.startsWith("INSERT INTO moirai_append"));
        assertThat(server.tables("shared")).containsExactly("moirai_target");
    }

    @Test
    void faultsAtAUrlAreRefusedWhateverTheMarkAllows() {
        Cli.Ended ended = run("ann", "app", "--nemesis", "kill");

        assertThat(ended.code()).isEqualTo(254);
        assertThat(ended.err()).contains("--nemesis: faults are not injected into databases at --url");
    }
}
