package moirai.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import moirai.analysis.counters.BankRules;
import moirai.analysis.validation.LevelChecker;
import moirai.clients.ClientFactory;
import moirai.clients.Endpoint;
import moirai.formats.HistoryFormat;
import moirai.generators.TxnGenerator;
import moirai.generators.Workload;
import moirai.history.History;
import moirai.history.HistoryNotation;
import moirai.history.Seed;
import moirai.history.TxnPlan;
import moirai.history.level.IsolationLevel;
import moirai.history.level.Phenomenon;
import moirai.nemesis.faults.Fault;
import moirai.nemesis.faults.Victims;
import moirai.runs.Target;
import moirai.runs.products.Products;
import moirai.runs.products.Wish;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The examples of CONTRIBUTING.md as code that is compiled and run. */
class ContributingTest {

    private static final Path GUIDE = Path.of("../../CONTRIBUTING.md");
    private static final Path EXAMPLES = Path.of("src/test/java/moirai/house/ContributingTest.java");
    private static final Pattern BLOCK = Pattern.compile("(?s)```java\n(.*?)```");

    /** Blocks may be indented otherwise than the code. */
    private static String unindented(String text) {
        return text.strip().replaceAll("\n[ ]+", "\n");
    }

    @Test
    void everyExampleOfTheGuideIsCompiledHere() throws IOException {
        String examples = unindented(Files.readString(EXAMPLES));
        List<String> blocks = BLOCK.matcher(Files.readString(GUIDE))
                .results()
                .map((MatchResult block) -> unindented(block.group(1)))
                .toList();

        assertThat(blocks).hasSize(6).allSatisfy(block -> assertThat(examples).contains(block));
    }

    @Test
    void aDatabaseIsAProduct() {
        Target target = Products.named("h2").orElseThrow().target(Wish.of("serializable"));
        assertThat(target).isInstanceOf(Target.InProcess.class);
    }

    /** Makes a target of somebody's own sessions. */
    static Target reachedBy(ClientFactory yours, Endpoint endpoint) {
        return new Target.Existing(endpoint, (at, sessions) -> yours);
    }

    @Test
    void aWorkloadIsARecipe() {
        Workload workload = Workload.parse("register key-count=2 read-share=0.2");
        TxnPlan plan = new TxnGenerator(workload, new Seed(1)).next();
        assertThat(plan.ops()).isNotEmpty();
    }

    @Test
    void aFaultIsData() {
        Fault fault = new Fault.Starve(new Victims.Named(List.of("n1")), 10);
        assertThat(fault.kind().label()).isEqualTo("starve");
    }

    @Test
    void aPhenomenonIsFoundInAHistory() {
        History history = HistoryNotation.parse("""
                T0 s0 @0..1 c1=3 c2=10
                T1 s1 @2..3 i1=-5 i2=5
                T2 s2 @4..5 c1=-2 c2=15
                """);
        LevelChecker checker = new LevelChecker().withBank(BankRules.DEFAULT.of(true));
        assertThat(checker.analyze(history, IsolationLevel.SERIALIZABLE).phenomena())
                .contains(Phenomenon.NEGATIVE_VALUE);
    }

    @Test
    void aFormatIsDetectedAndRead(@TempDir Path folder) throws IOException {
        Path file = Files.writeString(folder.resolve("history.txt"), "w 1 7\n=====\nr 1 7\n");
        History history = HistoryFormat.detect(file).read(file);
        assertThat(HistoryNotation.format(history)).contains("s0", "s1");
    }
}
