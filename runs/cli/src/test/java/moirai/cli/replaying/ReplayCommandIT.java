package moirai.cli.replaying;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import moirai.cli.Cli;
import moirai.generators.Workload;
import moirai.history.History;
import moirai.history.HistoryBuilder;
import moirai.history.HistoryNotation;
import moirai.history.RunHeader;
import moirai.history.Seed;
import moirai.history.level.IsolationLevel;
import moirai.history.level.Phenomenon;
import moirai.runs.cases.Claim;
import moirai.runs.cases.Confirmation;
import moirai.runs.cases.Control;
import moirai.runs.cases.HistoryCase;
import moirai.runs.cases.Origin;
import moirai.runs.cases.format.CaseFormat;
import moirai.runs.report.OwnCommand;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Cases in files, and what is made of them. */
class ReplayCommandIT {

    private static final String WRITE_SKEW = """
            T0 s3 @1000..9000 r10=[] a25=7
            T1 s5 @2000..8000 r25=[] a10=8
            """;

    @TempDir
    private Path folder;

    /** A case of a run with these arguments, in a folder of its own. */
    private Path write(String url, String... argv) throws IOException {
        var header = new RunHeader(
                new Seed(7),
                Workload.append().toString(),
                "repeatable-read",
                "serializable",
                "PostgreSQL 18.6",
                Instant.EPOCH);
        History parsed = HistoryNotation.parse(WRITE_SKEW);
        var history = new HistoryBuilder(header);
        for (int txn = 0; txn < parsed.txnCount(); txn++) {
            history.add(parsed.txn(txn));
        }
        var found = new HistoryCase(
                new Claim.Forbidden(Phenomenon.G2_ITEM, IsolationLevel.SERIALIZABLE),
                history.build(),
                new Origin("postgres", url, List.of(argv), 5000, List.of(17, 23)),
                List.of());
        Files.writeString(folder.resolve("case.json"), CaseFormat.format(found));
        return folder;
    }

    private static Cli.Ended replay(Path found, String... options) {
        return Cli.plain()
                .run(Stream.concat(Stream.of("replay", found.toString()), Stream.of(options))
                        .toArray(String[]::new));
    }

    @Test
    void aCaseIsShownOnItsOwnDatabaseAndKeepsTheCount() throws IOException {
        Path found = write("", "run", "--db", "postgres", "--isolation", "repeatable-read", "--time-limit", "30");

        Cli.Ended first = replay(found, "--times", "10");
        Cli.Ended second = replay(found.resolve("case.json"), "--times", "5", "--control", "exact");

        assertThat(first.code()).as(first.out() + first.err()).isEqualTo(1);
        assertThat(first.out())
                .containsPattern("write skew \\(G2-item\\), which serializable\\s+forbids")
                .containsPattern("exact +observed: shown by attempt 1, then (10|9) of 10\n")
                .containsPattern("SHOWN +(10|9) of 10 under control: exact\n");
        assertThat(second.out()).contains("as shown before: shown by attempt 1");
        List<Confirmation> kept = CaseFormat.read(found.resolve("case.json")).confirmations();
        assertThat(kept).singleElement().satisfies(confirmation -> {
            assertThat(confirmation.control()).isEqualTo(Control.EXACT);
            assertThat(confirmation.attempts()).isEqualTo(5);
            assertThat(confirmation.shown()).isGreaterThanOrEqualTo(4);
            assertThat(confirmation.place().database()).startsWith("PostgreSQL");
            assertThat(confirmation.place().isolation()).isEqualTo("repeatable-read");
        });
    }

    @Test
    void anotherDatabaseOrLevelIsAskedForOnTheCommandLine() throws IOException {
        // SQLite is serializable.
        Path found = write("", "run", "--db", "postgres", "--isolation", "repeatable-read", "--nemesis", "kill");
        byte[] before = Files.readAllBytes(found.resolve("case.json"));

        Cli.Ended h2 = replay(found, "--db", "h2", "--isolation", "serializable", "--control", "exact");
        Files.write(found.resolve("case.json"), before);
        Cli.Ended sqlite =
                replay(found, "--db", "sqlite", "--isolation", "serializable", "--control", "exact", "--budget", "4");

        assertThat(h2.code()).as(h2.out() + h2.err()).isEqualTo(1);
        assertThat(h2.out()).contains("replayed   H2 ");
        assertThat(sqlite.code()).as(sqlite.out() + sqlite.err()).isIn(0, 2);
        assertThat(sqlite.out()).containsAnyOf("NOT SHOWN", "UNKNOWN");
        assertThat(found.resolve("case.json")).hasBinaryContent(before);
    }

    @Test
    void aCaseOfReplicasNeedsReplicas() throws IOException {
        Path found = write("", "run", "--db", "postgres:3", "--isolation", "repeatable-read", "--reads-at", "all");

        Cli.Ended refused = replay(found, "--db", "postgres");

        assertThat(refused.code()).isEqualTo(254);
        assertThat(refused.err()).contains("--reads-at needs a database that Moirai makes with replicas");
    }

    @Test
    void fewerNodesThanTheCaseHasAreRefused() throws IOException {
        Path found = write("", "run", "--db", "postgres:3", "--isolation", "repeatable-read");

        Cli.Ended refused = replay(found, "--db", "postgres");

        assertThat(refused.code()).isEqualTo(254);
        assertThat(refused.err()).contains("--db has 1 node,", "was found on 3", "--db postgres:3");
    }

    @Test
    void aCaseBringsNoConsent() throws IOException {
        String url = "jdbc:postgresql://localhost:1/scratch";
        Path found = write(url, "run", "--url", url, "--isolation", "repeatable-read");

        Cli.Ended unnamed = replay(found);
        Cli.Ended named = replay(found, "--url", "jdbc:postgresql://localhost:1/production");

        assertThat(unnamed.code()).isEqualTo(254);
        assertThat(unnamed.err()).contains("brings no consent to use it again: expected --url " + url);
        assertThat(named.code()).as(named.err()).isEqualTo(253);
    }

    @Test
    void nodesThatWereThereAlreadyAreNamedByHandAsAUrlIs() throws IOException {
        Path found = write("", "run", "--node", "db.invalid", "--nodes=db2.invalid", "--datacenter", "dc1");

        Cli.Ended unnamed = replay(found);
        Cli.Ended named = replay(found, "--node", "db.production.invalid");

        assertThat(unnamed.code()).isEqualTo(254);
        assertThat(unnamed.err())
                .contains("was found at db.invalid,db2.invalid, and brings no consent to use it again: expected --node"
                        + " db.invalid,db2.invalid --datacenter dc1, marked as for a run, or a server of its own: "
                        + OwnCommand.line("replay "));
        assertThat(named.code()).as(named.err()).isEqualTo(253);
        assertThat(named.err()).contains("'db.production.invalid' looks like production");
    }

    /** They name programs that servers start: a stranger's case would have us start them. */
    @Test
    void settingsOfServersAreOnlyTakenFromWhoReplays() throws IOException {
        Path found =
                write("", "run", "--db", "postgres", "--isolation=repeatable-read", "--server-setting", "fsync=off");

        Cli.Ended refused = replay(found);
        Cli.Ended without = replay(found, "--db", "h2", "--isolation=serializable", "--times=3", "--control=exact");
        Cli.Ended given = replay(found, "--server-setting", "fsync=off", "--times=3", "--control=exact");

        assertThat(refused.code()).isEqualTo(254);
        assertThat(refused.err())
                .contains("case.json: its run's command has --server-setting 'fsync=off', which no case brings along")
                .contains("expected --server-setting 'fsync=off' given by hand as well, or --db postgres to go");
        assertThat(without.code()).as(without.err()).isEqualTo(1);
        assertThat(given.code()).as(given.err()).isEqualTo(1);
        assertThat(given.out()).containsPattern("replayed +PostgreSQL .*fsync=off");
    }

    @Test
    void whatIsNoPartOfWhatSessionsDoIsNotTakenFromACase() throws IOException {
        Cli.Ended refused = replay(write("", "run", "--db", "h2", "--help"));
        Cli.Ended kept = replay(write("", "run", "--db=h2", "-q", "--store=/nowhere", "-w", "append"), "--times=2");

        assertThat(refused.code()).isEqualTo(254);
        assertThat(refused.err()).contains("case.json: Unknown option: '--help'");
        assertThat(kept.code()).as(kept.err()).isEqualTo(1);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--control | some | --control: 'some' is unknown: expected one of exact, gates, timing, faults, none",
                "--times | 0 | --times: '0' is out of range: expected 1 to 100000",
                "--budget | soon | soon",
                "--db | oracle | moirai: --db: 'oracle' is unknown"
            })
    void whatIsNotUsableIsRefused(String option, String value, String words) throws IOException {
        Cli.Ended ended = replay(write("", "run", "--db", "h2"), option, value);

        assertThat(ended.code()).isEqualTo(254);
        assertThat(ended.err()).contains(words);
    }

    @Test
    void whatIsNoCaseIsRefused() throws IOException {
        Path found = write("", "run", "--db", "h2");
        String whole = Files.readString(found.resolve("case.json"));
        Files.writeString(found.resolve("case.json"), whole.substring(0, whole.length() / 2));
        Path unusable = Files.createDirectory(folder.resolve("unusable"));
        Files.writeString(unusable.resolve("case.json"), whole.replace("\"--db\"", "\"--dib\""));

        assertThat(replay(found).code()).isEqualTo(254);
        assertThat(replay(folder.resolve("nothing")).code()).isEqualTo(254);
        Cli.Ended unknown = replay(unusable);
        assertThat(unknown.code()).isEqualTo(254);
        assertThat(unknown.err()).contains("case.json").contains("--dib");
    }
}
