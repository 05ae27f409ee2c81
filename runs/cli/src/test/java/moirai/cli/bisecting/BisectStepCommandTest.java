package moirai.cli.bisecting;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import moirai.cli.ChildProcess;
import moirai.cli.Cli;
import moirai.runs.cases.Confirmation;
import moirai.runs.cases.Control;
import moirai.runs.cases.StatementOrder;
import moirai.runs.emission.CaseFiles;
import moirai.runs.scenarios.Attempt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class BisectStepCommandTest {

    @TempDir
    private Path directory;

    private static Cli.Ended step(String... arguments) {
        String[] all = new String[arguments.length + 2];
        all[0] = "bisect";
        all[1] = "step";
        System.arraycopy(arguments, 0, all, 2, arguments.length);
        return Cli.plain().run(all);
    }

    @Test
    void whatFailsOnceIsBad() {
        Cli.Ended ended = step("--rate", "0.2", "--", "sh", "-c", "exit 1");

        assertThat(ended.code()).isEqualTo(1);
        assertThat(ended.out()).contains("bad: failed 1 of 1");
    }

    @Test
    void whatPassesOftenEnoughIsGood() throws IOException {
        Path log = directory.resolve("log");

        Cli.Ended ended = step("--rate", "0.5", "--", "sh", "-c", "echo x >> " + log);

        assertThat(ended.code()).isZero();
        assertThat(ended.out()).contains("good after 7 attempts").contains("good: failed 0 of 7");
        assertThat(Files.readAllLines(log)).hasSize(7);
    }

    @Test
    void whatCannotBeJudgedIsSkippedAfterThreeAttempts() throws IOException {
        Path log = directory.resolve("log");

        Cli.Ended ended = step("--rate", "0.2", "--", "sh", "-c", "echo x >> " + log + "; exit 2");

        assertThat(ended.code()).isEqualTo(125);
        assertThat(ended.err()).contains("the command ended with 2");
        assertThat(Files.readAllLines(log)).hasSize(3);
    }

    @Test
    void whatCannotBeStartedIsSkipped() {
        Cli.Ended ended =
                step("--rate", "0.2", "--", directory.resolve("nothing").toString());

        assertThat(ended.code()).isEqualTo(125);
        assertThat(ended.err()).contains("nothing");
    }

    @Test
    void anAttemptThatTakesTooLongIsEndedAndSkipped() {
        Cli.Ended ended = step("--rate", "0.2", "--attempt-limit", "100ms", "--", "sleep", "60");

        assertThat(ended.code()).isEqualTo(125);
        assertThat(ended.err()).contains("took longer than 0.1 s");
    }

    @ParameterizedTest
    @CsvSource({"0, NotShown", "1, Shown", "4, Shown", "124, Shown"})
    void whatGitCallsBadIsAShow(int code, String attempt) {
        assertThat(ChildAttempts.judged(code).getClass().getSimpleName()).isEqualTo(attempt);
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 125, 126, 127, 128, 130, 143, 252, 253, 254, 255})
    void whatSaysThatSomethingElseWentWrongIsUnknown(int code) {
        assertThat(ChildAttempts.judged(code)).isInstanceOf(Attempt.Unknown.class);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "--rate 0 -- true | expected a rate above 0",
                "--rate 1.5 -- true | expected a rate above 0",
                "--rate 0.2 --confidence 1 -- true | a confidence above 0 and below 1",
                "--rate 0.2 | COMMAND is missing",
                "-- true | expected either --rate or --case",
                "--rate 0.2 --case x -- true | expected either --rate or --case",
                "--rate 0.0001 -- true | --max-attempts: '1000' is less than the 46050",
                "--rate 0.2 --attempt-limit 0 -- true | '--attempt-limit': '0' is not a duration",
                "--rate 0.2 --max-attempts 0 -- true | --max-attempts: '0' is less than the 21",
                "--case nothing.json -- true | nothing.json"
            })
    void badInputIsRefusedWithACodeThatStopsGit(String arguments, String message) {
        Cli.Ended ended = step(arguments.split(" ", -1));

        assertThat(ended.code()).isEqualTo(254);
        assertThat(ended.err()).contains(message);
    }

    /** Two replays are judged by the better one, at a bound that 97.5 % of such counts keep. */
    @Test
    void theRateOfACaseIsABoundThatAllowsForItsChoice() throws IOException {
        Path file = directory.resolve("case.json");
        Path whole = Files.writeString(directory.resolve("whole.txt"), """
                T0 s0 @0..9 r1=[] a2=4
                T1 s1 @0..9 r2=[] a1=5
                T2 s2 @10..11 r1=[5] r2=[4]
                """);
        assertThat(Cli.plain()
                        .run("shrink", whole.toString(), "-o", file.toString())
                        .code())
                .isZero();
        var place = new Confirmation.Place("memory", "serializable");
        CaseFiles.rewrite(
                file,
                CaseFiles.readHistory(file)
                        .confirmed(List.of(
                                new Confirmation(Control.NONE, StatementOrder.FREE, 4, 25, 5, place),
                                new Confirmation(Control.NONE, StatementOrder.FREE, 0, 20, 0, place))));

        Cli.Ended ended = step("--case", file.toString(), "--", "sh", "-c", "exit 1");

        assertThat(ended.code()).as(ended.err()).isEqualTo(1);
        assertThat(ended.out())
                .contains("the case was shown 4 of 20 times: a rate of at least 0.057 (95 %)")
                .contains("good after 78 attempts");
    }

    @Test
    void aCaseThatWasNeverShownAgainHasNoRate() throws IOException {
        Path file = directory.resolve("case.json");
        Path whole = Files.writeString(directory.resolve("whole.txt"), """
                T0 s0 @0..9 r1=[] a2=4
                T1 s1 @0..9 r2=[] a1=5
                """);
        Cli.plain().run("shrink", whole.toString(), "-o", file.toString());

        Cli.Ended ended = step("--case", file.toString(), "--", "true");

        assertThat(ended.code()).isEqualTo(254);
        assertThat(ended.err()).contains("was never shown again, so that its rate is unknown");
    }

    @ParameterizedTest
    @CsvSource({"INT, 130", "TERM, 143"})
    void aSignalEndsTheBisectionAndTheAttempt(String signal, int code) throws IOException, InterruptedException {
        assumeTrue(ChildProcess.isDelivered(signal), "skipped: needs a shell that lets its jobs have SIGINT");
        String script = "echo attempt; exec sleep 600";
        try (var child = ChildProcess.start(directory, "bisect", "step", "--rate", "0.2", "--", "sh", "-c", script)) {
            child.awaitOutput("attempt");

            child.signal(signal);

            assertThat(child.exitCode()).isEqualTo(code);
            assertThat(child.descendants()).isEmpty();
        }
    }
}
