package moirai.cli.foreign;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import moirai.cli.Cli;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Verdicts on histories that Jepsen or elle-cli read, and on exports. */
class OperationsFilesTest {

    /** Each transaction misses the other's append. */
    private static final String WRITE_SKEW = """
            {:type :invoke, :process 0, :time 1, :f :txn, :value [[:r :x nil] [:append :y "b"]]}
            {:type :invoke, :process 1, :time 2, :f :txn, :value [[:r :y nil] [:append :x "a"]]}
            {:type :ok, :process 0, :time 3, :f :txn, :value [[:r :x []] [:append :y "b"]]}
            {:type :ok, :process 1, :time 4, :f :txn, :value [[:r :y nil] [:append :x "a"]]}
            {:type :invoke, :process 0, :time 5, :f :txn, :value [[:r :x nil] [:r :y nil]]}
            {:type :ok, :process 0, :time 6, :f :txn, :value [[:r :x ["a"]] [:r :y ["b"]]]}
            """;

    @TempDir
    private Path directory;

    private static Cli.Ended run(String... arguments) {
        return Cli.plain().run(arguments);
    }

    private Path file(String name, String content) throws IOException {
        return Files.writeString(directory.resolve(name), content);
    }

    @Test
    void listsAreJudgedByCyclesAndCalledAsTheyWere() throws IOException {
        Path file = file("history.edn", WRITE_SKEW);

        assertThat(run("check", file.toString(), "--expect", "snapshot-isolation")
                        .code())
                .isZero();
        assertThat(run("check", file.toString(), "--expect", "strict-serializable")
                        .code())
                .isEqualTo(1);
        assertThat(run("explain", file.toString(), "--expect", "serializable").out())
                .containsIgnoringWhitespaces(
                        "append \"a\" to key :x", "T0 did not observe T1's append of \"a\" to key :x");
    }

    @Test
    void anExportIsJudgedAsItsOriginal() throws IOException {
        Path original = file("history.edn", WRITE_SKEW);
        for (String format : new String[] {"edn", "jsonl"}) {
            Path export = directory.resolve("export." + format);

            assertThat(run("history", "export", original.toString(), "--format", format, "-o", export.toString())
                            .code())
                    .isZero();
            assertThat(run("check", export.toString(), "--expect", "serializable")
                            .out()
                            .replace(export.toString(), "FILE")
                            .replace("json", "edn"))
                    .isEqualTo(run("check", original.toString(), "--expect", "serializable")
                            .out()
                            .replace(original.toString(), "FILE"));
        }
    }

    @Test
    void whatOperationsMeanMayBeSaid() throws IOException {
        Path reads = file("reads.json", "[{\"type\":\"ok\",\"process\":0,\"value\":[[\"r\",1,[1,2]]]}]");

        Cli.Ended lists = run("check", reads.toString());
        Cli.Ended unknown = run("check", reads.toString(), "--model", "rw-registers");

        assertThat(lists.code()).isEqualTo(1);
        assertThat(lists.out()).contains("garbage-read");
        assertThat(run("check", reads.toString(), "--model", "rw-register").out())
                .contains("--model rw-register");
        assertThat(unknown.code()).isEqualTo(254);
        assertThat(unknown.err()).contains("--model: 'rw-registers' is unknown", "did you mean rw-register?");
    }

    /** The second read is stale, which only the times tell; and who else judges such files is told of it. */
    @Test
    void defaultLevelAndWhatNothingExaminedAreToldWithTheirOptions() throws IOException {
        Path file = file("history.edn", """
                {:process 0 :type :invoke :time 1 :value [[:w 1 7]]}
                {:process 0 :type :ok :time 2 :value [[:w 1 7]]}
                {:process 1 :type :invoke :time 3 :value [[:r 1 nil]]}
                {:process 1 :type :ok :time 4 :value [[:r 1 nil]]}
                """);

        Cli.Ended byDefault = run("check", file.toString());
        Cli.Ended strict = run("check", file.toString(), "--expect", "strict-serializable");
        Cli.Ended every = run("check", file.toString(), "--every-level");

        assertThat(byDefault.code()).isZero();
        assertThat(byDefault.out())
                .contains("default  serializable,", "--expect strict-serializable", "unknown  ", "--every-level does");
        assertThat(strict.code()).isEqualTo(1);
        assertThat(strict.out()).doesNotContain("default  ");
        assertThat(every.out()).contains("broken   ").doesNotContain("unknown  ");
    }

    @Test
    void timesThatGoBackAreRefusedOrIgnoredAndTheOptionsAreRepeated() throws IOException {
        Path file = file("history.edn", """
                {:process 0 :type :invoke :time 5 :value [[:append 1 1]]}
                {:process 0 :type :ok :time 9 :value [[:append 1 1]]}
                {:process 0 :type :invoke :time 8 :value [[:r 1 nil]]}
                {:process 0 :type :ok :time 10 :value [[:r 1 []]]}
                """);

        Cli.Ended refused = run("check", file.toString());
        Cli.Ended ignored = run("check", file.toString(), "--ignore-times", "--expect", "ser");

        assertThat(refused.code()).isEqualTo(254);
        assertThat(refused.err()).contains("history.edn:3:1: ", " at 8, ", " at 9, 2:1; expected", "--ignore-times");
        assertThat(ignored.code()).isEqualTo(1);
        assertThat(ignored.out()).contains("G-single-process", "--ignore-times");
    }

    /** The set has one element, which is a pair, and a read shows another. */
    @Test
    void pairsAreKeysOnlyIfTheFileOrTheUserSaysSo() throws IOException {
        String pairs = "{:process 0 :type :ok :f :add :value [0 5]}\n{:process 1 :type :ok :f :read :value %s}\n";

        Cli.Ended single =
                run("check", file("single.edn", pairs.formatted("[5]")).toString());
        Cli.Ended whole =
                run("check", file("whole.edn", pairs.formatted("#{[0 5]}")).toString());
        String open = file("open.edn", pairs.formatted("[0 [5]]")).toString();
        Cli.Ended asked = run("check", open);
        Cli.Ended keyed = run("check", open, "--keys", "independent");

        assertThat(single.out()).contains("INVALID", "garbage-read");
        assertThat(whole.code()).isZero();
        assertThat(asked.code()).isEqualTo(254);
        assertThat(asked.err()).contains("--keys independent or --keys single");
        assertThat(keyed.code()).isZero();
    }

    @Test
    void textWithoutTheEndOfItsLastLineIsToldOf() throws IOException {
        Cli.Ended ended =
                run("check", file("history.txt", "w 1 1\n=====\nr 1 1").toString());

        assertThat(ended.out()).contains("warning: ", "ends without the end of a line");
    }

    @Test
    void aFileThatIsCutIsJudgedOnlyIfAskedTo() throws IOException {
        Path file = file("history.edn", WRITE_SKEW.substring(0, WRITE_SKEW.length() - 9));

        Cli.Ended refused = run("check", file.toString());
        Cli.Ended accepted = run("check", file.toString(), "--accept-cut", "--expect", "snapshot-isolation");

        assertThat(refused.code()).isEqualTo(254);
        assertThat(refused.out()).isEmpty();
        assertThat(refused.err()).contains("history.edn:6:", "whose writer was killed", "--accept-cut");
        assertThat(accepted.code()).isZero();
        assertThat(accepted.out()).contains("its last operation is left out", "1 indeterminate");
    }
}
