package moirai.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Verdicts on histories of sets, counters and accounts. */
class StructuresTest {

    private static final String LOST_ELEMENT = """
            T0 s0 @0..1 e1=1
            T1 s1 @2..3 r1={1}
            T2 s2 @4..5 r1={}
            """;

    private static final String STALE_ELEMENT = """
            T0 s0 @0..1 e1=1
            T1 s1 @2..3 r1={}
            T2 s2 @4..5 r1={1}
            """;

    private static final String FRACTURED_TOTAL = """
            T0 s0 @0..1 c1=10 c2=10
            T1 s1 @2..9 i1=-5 i2=5
            T2 s2 @2..9 c1=5 c2=10
            T3 s0 @10..11 c1=5 c2=15
            """;

    private static final String OVERDRAWN = """
            T0 s0 @0..1 c1=3 c2=10
            T1 s1 @2..3 i1=-5 i2=5
            T2 s2 @4..5 c1=-2 c2=15
            """;

    @TempDir
    private Path directory;

    private Cli.Ended check(String history, String... options) throws IOException {
        Path file = Files.writeString(directory.resolve("history.txt"), history);
        String[] arguments = new String[options.length + 2];
        arguments[0] = "check";
        arguments[1] = file.toString();
        System.arraycopy(options, 0, arguments, 2, options.length);
        return Cli.plain().run(arguments);
    }

    @Test
    void lostElementBreaksStrictSerializabilityAndIsCounted() throws IOException {
        Cli.Ended strict = check(LOST_ELEMENT, "--expect", "strict-serializable");
        Cli.Ended byDefault = check(LOST_ELEMENT);
        Cli.Ended serializable = check(LOST_ELEMENT, "--expect", "serializable");

        assertThat(strict.code()).isEqualTo(1);
        assertThat(strict.out())
                .contains("verdict: INVALID · expected strict-serializable · found G-single-realtime ×1")
                .contains("  elements 0 ok · 1 lost · 0 stale · 0 never read · 0 recovered · 0 unexpected");
        assertThat(byDefault.code()).isEqualTo(1);
        assertThat(byDefault.out()).isEqualTo(strict.out().replace(" --expect strict-serializable", ""));
        assertThat(serializable.code()).isZero();
        assertThat(serializable.out()).contains("0 ok · 1 lost · 0 stale");
    }

    /** Jepsen's {@code set-full} refuses it with {@code :linearizable? true} alone. */
    @Test
    void staleElementBreaksTheDefaultAndPassesAtSerializable() throws IOException {
        Cli.Ended byDefault = check(STALE_ELEMENT);
        Cli.Ended serializable = check(STALE_ELEMENT, "--expect", "serializable");

        assertThat(byDefault.code()).isEqualTo(1);
        assertThat(byDefault.out())
                .contains("verdict: INVALID · expected strict-serializable")
                .contains("0 ok · 0 lost · 1 stale");
        assertThat(serializable.code()).isZero();
        assertThat(serializable.out()).contains("0 ok · 0 lost · 1 stale");
    }

    /** Nobody knows what was acknowledged when, so that there is nothing in real time to ask for. */
    @Test
    void withoutTimesSetsAreExpectedToBeSerializable() throws IOException {
        Path file = Files.writeString(directory.resolve("history.edn"), """
                {:type :ok, :process 0, :f :add, :value 1}
                {:type :ok, :process 1, :f :read, :value #{1}}
                {:type :ok, :process 2, :f :read, :value #{}}
                """);

        Cli.Ended ended = Cli.plain().run("check", file.toString());

        assertThat(ended.code()).isZero();
        assertThat(ended.out()).contains("expected serializable");
    }

    @Test
    void partOfATransferIsAWrongTotalWhateverTheTotal() throws IOException {
        Cli.Ended unsaid = check(FRACTURED_TOTAL, "--expect", "read-atomic");
        Cli.Ended guessed = check(FRACTURED_TOTAL, "--expect", "read-atomic", "--model", "bank");
        Cli.Ended given = check(FRACTURED_TOTAL, "--expect", "read-atomic", "--total", "20");
        Cli.Ended other = check(FRACTURED_TOTAL, "--expect", "read-atomic", "--total", "15");

        assertThat(unsaid.words()).contains("found garbage-read ×6, wrong-total ×3", "--model bank");
        assertThat(guessed.code()).isEqualTo(1);
        assertThat(guessed.out()).contains("found wrong-total ×1");
        assertThat(guessed.words())
                .contains(" reads 3 of every account · 0 of some accounts (no total) · 0 without an answer");
        assertThat(given.out()).contains("found wrong-total ×1").contains("--total 20");
        assertThat(other.out()).contains("found wrong-total ×2");
    }

    @Test
    void overdrawnAccountIsAnErrorUnlessAllowed() throws IOException {
        Cli.Ended forbidden = check(OVERDRAWN, "--model", "bank");
        Cli.Ended unsaid = check(OVERDRAWN);
        Cli.Ended allowed = check(OVERDRAWN, "--model", "bank", "--negative-balances");

        assertThat(forbidden.code()).isEqualTo(1);
        assertThat(forbidden.out()).contains("found negative-value ×1");
        assertThat(unsaid.code()).as("counters begin at 0").isEqualTo(1);
        assertThat(unsaid.out()).contains("model    counters, which begin at 0;", "--model bank");
        assertThat(allowed.code()).isZero();
        assertThat(allowed.out()).contains("decided  by a serial order that explains all reads");
    }

    @Test
    void rulesOfBanksAreRefusedElsewhere() throws IOException {
        Cli.Ended ended = check(LOST_ELEMENT, "--total", "20");

        assertThat(ended.code()).isEqualTo(254);
        assertThat(ended.err()).contains("--total: this history holds sets; expected counters");
    }

    @Test
    void rulesOfBanksAreRefusedForWhatIsCalledCounters() throws IOException {
        Cli.Ended total = check(OVERDRAWN, "--model", "counter", "--total", "13");
        Cli.Ended negative = check(OVERDRAWN, "--model", "counter", "--negative-balances");

        assertThat(total.code()).isEqualTo(254);
        assertThat(total.err())
                .contains("--total: is about accounts, but --model counter says that there are none; expected");
        assertThat(negative.code()).isEqualTo(254);
        assertThat(negative.err()).contains("--negative-balances: is about accounts");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{:type :ok, :process 0, :f :transfer, :value {:from 1, :to 1, :amount 3}}",
                "{:type :fail, :process 0, :f :transfer, :value {:from 1, :to 1, :amount 3}}",
                "{:type :ok, :process 0, :f :read, :value {0 10, 1 5}}"
            })
    void fileOfABankWithoutMoneyMovedIsOneStill(String operation) throws IOException {
        Path file = Files.writeString(directory.resolve("bank.edn"), operation + """

                {:type :ok, :process 1, :f :read, :value {0 10, 1 5}}
                {:type :ok, :process 2, :f :read, :value {0 10, 1 5}}
                """);

        Cli.Ended ended = Cli.plain().run("check", file.toString());

        assertThat(ended.code()).as(ended.out()).isZero();
        assertThat(ended.out()).contains("of every account");
    }

    /** Reads with balances that no increments explain: valid accounts, and invalid counters. */
    @ParameterizedTest
    @ValueSource(strings = {"", "bank", "counter"})
    void verdictOnABankIsTheSameAfterAnImportAndAnExport(String model) throws IOException {
        String counters = """
                {:type :ok, :process 0, :f :txn, :value [[:inc 0 2] [:inc 1 -2]]}
                {:type :ok, :process 1, :f :txn, :value [[:r 0 3] [:r 1 7]]}
                """;
        String bank = """
                {:type :ok, :process 0, :f :read, :value {0 3, 1 7}}
                {:type :ok, :process 1, :f :read, :value {0 3, 1 7}}
                """;
        Path edn = Files.writeString(directory.resolve("bank.edn"), model.equals("counter") ? counters : bank);
        String[] asked = model.isEmpty() ? new String[0] : new String[] {"--model", model};
        String copy = directory.resolve("copy").toString();
        String again = directory.resolve("again.edn").toString();

        Cli.Ended first = run(asked, "check", edn.toString());
        Cli.Ended imported = run(asked, "history", "import", edn.toString(), "-o", copy);
        Cli.Ended second = Cli.plain().run("check", copy);
        Cli.Ended exported = Cli.plain().run("history", "export", copy, "--format", "edn", "-o", again);
        Cli.Ended third = Cli.plain().run("check", again);

        assertThat(imported.code()).as(imported.err()).isZero();
        assertThat(exported.code()).as(exported.err()).isZero();
        assertThat(first.code()).as(first.out()).isEqualTo(model.equals("counter") ? 1 : 0);
        assertThat(tail(second)).isEqualTo(tail(first));
        assertThat(tail(third)).isEqualTo(tail(first));
    }

    private static Cli.Ended run(String[] more, String... arguments) {
        return Cli.plain()
                .run(Stream.concat(Stream.of(arguments), Stream.of(more)).toArray(String[]::new));
    }

    /** The verdict and what follows, but for the command that explains it. */
    private static String tail(Cli.Ended ended) {
        return ended.out()
                .lines()
                // The line before names the file, whose name may need two.
                .dropWhile(line -> !line.startsWith("verdict: "))
                .filter(line -> !line.contains("explain"))
                .collect(Collectors.joining("\n"));
    }

    @Test
    void explanationNamesTheElementAndTheReads() throws IOException {
        Path file = Files.writeString(directory.resolve("history.txt"), LOST_ELEMENT);

        Cli.Ended ended = Cli.plain().run("explain", file.toString(), "--expect", "strict-serializable");

        assertThat(ended.out()).contains("T2 read key 1 without 1, which T0 added");
    }

    @ParameterizedTest
    @ValueSource(strings = {"register", "set", "counter", "bank", "bank total=20 negative-balances=true"})
    void workloadsRunOnTheSimulatedDatabaseAndAreJudgedAgainFromTheStore(String workload) {
        String store = directory.resolve("store").toString();
        String[] run = {"run", "--db", "memory", "-w", workload, "--txn-count", "2000", "--seed", "5", "--store", store
        };

        Cli.Ended first = Cli.plain().run(run);
        Cli.Ended again = Cli.plain().run("check", "latest", "--store", store);

        assertThat(first.code()).as(first.out()).isZero();
        assertThat(first.out()).contains("VALID · expected strict-serializable");
        assertThat(again.code()).as(again.out()).isZero();
        assertThat(directory.resolve("store/memory-" + workload.split(" ", 2)[0]))
                .isDirectory();
    }

    @Test
    void plantedBugIsFoundInAWorkloadOfAccountsAndExplained() {
        String store = directory.resolve("store").toString();

        Cli.Ended run = Cli.plain()
                .run(
                        "run",
                        "--db",
                        "memory:fractured-read",
                        "-w",
                        "bank",
                        "--txn-count",
                        "3000",
                        "--seed",
                        "5",
                        "--store",
                        store);
        Cli.Ended explained = Cli.plain().run("explain", "latest", "--store", store);

        assertThat(run.code()).isEqualTo(1);
        assertThat(run.out()).contains("INVALID").contains("wrong-total");
        assertThat(explained.out()).containsIgnoringWhitespaces("every transfer leaves their sum at 100");
    }

    @Test
    void workloadsThatADatabaseCannotRunAreRefused() {
        Cli.Ended ended = Cli.plain().run("run", "--db", "mock", "-w", "bank");

        assertThat(ended.code()).isEqualTo(254);
        assertThat(ended.err()).contains("--workload: bank does not run on mock; expected --db postgres");
    }

    @Test
    void parametersThatAWorkloadLacksAreRefused() {
        Cli.Ended ended = Cli.plain().run("run", "--db", "memory", "-w", "set", "--scan-share", "0.5");

        assertThat(ended.code()).isEqualTo(254);
        assertThat(ended.err()).contains("'scan-share' is not a parameter of workload set");
    }
}
