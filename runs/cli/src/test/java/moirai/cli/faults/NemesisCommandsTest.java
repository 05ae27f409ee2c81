package moirai.cli.faults;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import moirai.cli.Cli;
import moirai.nemesis.faults.FaultJournal;
import moirai.nemesis.faults.FaultNews;
import moirai.nemesis.faults.FaultStep;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NemesisCommandsTest {

    private static final String[] PLAN = {"nemesis", "plan", "--nemesis", "kill,pause,slow", "--seed", "5"};

    @TempDir
    private Path directory;

    @Test
    void theSameSeedGivesTheSamePlan() {
        Cli.Ended first = Cli.plain().run(PLAN);

        assertThat(first.code()).isZero();
        assertThat(first.out()).startsWith("seed 5 · n1 · 60 s\n").contains("kill#1 n1, healed at ", "slow#1 n1 by ");
        assertThat(Cli.plain().run(PLAN).out()).isEqualTo(first.out());
        assertThat(Cli.plain()
                        .run("nemesis", "plan", "--nemesis", "kill,pause,slow", "--seed", "6")
                        .out())
                .isNotEqualTo(first.out());
    }

    @Test
    void aPlanWithoutAFaultSaysWhy() {
        Cli.Ended ended = Cli.plain().run("nemesis", "plan", "--nemesis", "kill", "--time-limit", "1");

        assertThat(ended.out()).contains("no fault: the first one would come after the end");
    }

    /** A plan of a billion faults would end as a lack of memory. */
    @Test
    void aPlanOrAnIntervalOfExtremeLengthIsRefused() {
        refused(
                "--time-limit: 999999999 s are 99999999 intervals of 10000 ms between faults: expected at most",
                "nemesis",
                "plan",
                "--nemesis",
                "kill",
                "--time-limit",
                "999999999");
        refused(
                "an interval of 999999999 days between faults is too long: expected 36500 days or less",
                "nemesis",
                "plan",
                "--nemesis",
                "kill",
                "--nemesis-interval",
                "999999999d");
    }

    @Test
    void aDurationSaysHowLongFaultsStay() {
        String[] plan = Stream.concat(Stream.of(PLAN), Stream.of("--nemesis-duration", "1"))
                .toArray(String[]::new);
        List<String> brief = Cli.plain().run(plan).out().lines().toList();

        assertThat(brief)
                .hasSizeGreaterThan(Cli.plain().run(PLAN).out().lines().toList().size());
        assertThat(brief.stream().filter(line -> line.contains("kill#1 ")))
                .singleElement()
                .satisfies(line -> {
                    String[] seconds =
                            line.replaceAll("[^0-9. ]+[0-9#]*", " ").strip().split(" +", -1);
                    assertThat(Double.parseDouble(seconds[seconds.length - 1]) - Double.parseDouble(seconds[0]))
                            .isBetween(0.5, 1.5);
                });
        refused("--nemesis-duration needs faults", "run", "--nemesis-duration", "5");
        refused(
                "a duration of 10 ms for faults is too short: expected 100 ms or more",
                "run",
                "--nemesis",
                "kill",
                "--nemesis-duration",
                "10ms");
    }

    @Test
    void theListSaysWhatADatabaseLacks() {
        Cli.Ended ended = Cli.plain().run("nemesis", "list", "--db", "postgres");

        assertThat(ended.code()).isZero();
        assertThat(ended.out()).contains("kill ", "yes: nodes that are processes", "no: 'failover' needs ");
        assertThat(Cli.plain().run("nemesis", "list", "--db", "memory").out()).doesNotContain("yes:");
    }

    /** As root or not, with a compiler or not: what can be had is offered, and for the rest a reason is given. */
    @Test
    void theListSaysWhatThisMachineLacks() {
        String out = Cli.plain().run("nemesis", "list", "--db", "postgres").out();

        assertThat(out)
                .containsPattern("\\n  power [^\\n]*\\n +(yes: root|no: 'power' needs [a-z])")
                .containsPattern("\\n  clock [^\\n]*\\n +(yes: a C compiler|no: 'clock' needs a C compiler)");
        assertThat(Cli.plain().run("nemesis", "list", "--db", "memory").out())
                .containsPattern("\\n  starve [^\\n]*\\n +no: needs nodes that are processes");
    }

    @Test
    void anUnknownKindIsRefusedWithTheNearest() {
        refused("'kil' is unknown (did you mean kill?). Known: kill, pause", "run", "--nemesis", "kil");
    }

    @Test
    void unknownTargetsAreRefused() {
        refused("--nemesis-targets: 'some' is unknown", "run", "--nemesis", "kill", "--nemesis-targets", "some");
    }

    @Test
    void flagsOfFaultsNeedFaults() {
        refused("--nemesis-interval needs faults", "run", "--nemesis-interval", "5");
    }

    @Test
    void aFaultThatTheDatabaseCannotHaveIsRefusedBeforeItIsStarted() {
        refused("--nemesis: 'failover' needs a cluster", "run", "--nemesis", "kill,failover");
        refused("faults need a database that Moirai starts", "run", "--db", "memory", "--nemesis", "kill");
        refused(
                "faults are not injected into databases at --url",
                "run",
                "--url",
                "jdbc:postgresql://h/d",
                "--nemesis",
                "kill");
    }

    @Test
    void anIntervalThatIsTooShortIsRefused() {
        refused("too short: expected 100 ms or more", "run", "--nemesis", "kill", "--nemesis-interval", "10ms");
    }

    @Test
    void aRunWithoutFaultsHasNoJournal() throws IOException {
        refused("has no faults.journal: expected a run that had --nemesis", "nemesis", "journal", directory.toString());
        Path file = Files.writeString(directory.resolve("faults.journal"), "nonsense\n");
        refused(file + ": line 1 is not a step of a fault journal", "nemesis", "journal", directory.toString());
    }

    @Test
    void inAStoreWithoutFaultsThereIsNothingToHeal() {
        Cli.Ended ended = Cli.plain().run("nemesis", "heal", "--store", directory.toString());

        assertThat(ended.code()).isZero();
        assertThat(ended.out()).endsWith("looked at 0 runs\n").doesNotContain("healed");
    }

    @Test
    void aJournalThatCannotBeReadDoesNotKeepTheOthersFromBeingHealed() throws IOException {
        Path broken = Files.createDirectories(directory.resolve("a/1")).resolve(FaultJournal.NAME);
        Files.writeString(broken, "nonsense\n");
        Path whole = Files.createDirectories(directory.resolve("b/2")).resolve(FaultJournal.NAME);
        try (var journal = FaultJournal.create(whole, "r")) {
            journal.write(new FaultNews(1, FaultStep.INJECTED, 5, "kill", "n2", ""), List.of());
        }

        Cli.Ended ended = Cli.plain().run("nemesis", "heal", "--store", directory.toString());

        assertThat(ended.code()).isEqualTo(252);
        assertThat(ended.out())
                .contains("NOT HEALED: " + broken + ": line 1 is not a step of a fault journal")
                .contains("healed: kill n2: nothing of it is left", "looked at 2 runs");
    }

    private void refused(String message, String... arguments) {
        Cli.Ended ended = Cli.plain().run(arguments);

        assertThat(ended.code()).as(ended.err()).isEqualTo(254);
        assertThat(ended.err()).contains(message);
        assertThat(ended.out()).isEmpty();
    }
}
