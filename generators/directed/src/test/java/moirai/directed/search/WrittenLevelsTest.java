package moirai.directed.search;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import moirai.directed.encoding.Bounds;
import moirai.directed.encoding.Granularity;
import moirai.directed.encoding.Setting;
import moirai.directed.examples.Courseware;
import moirai.directed.examples.SmallBank;
import moirai.directed.examples.TextbookAnomaly;
import moirai.directed.examples.Tpcc;
import moirai.directed.levels.OwnLevels;
import moirai.directed.levels.Promises;
import moirai.directed.program.Program;
import moirai.directed.proof.Claim;
import moirai.directed.proof.Prover;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The programs that are kept have the same anomalies and proofs at a known level and at a file that says the same. */
class WrittenLevelsTest {

    static Stream<Promises> theory() {
        return Promises.all().stream();
    }

    private static List<String> anomalies(Program program, Levels levels) {
        var bounds = new Bounds(program.txns().size() > 2 ? 2 : 4, 6, 2, 2, 1);
        return new AnomalySearch(program, levels, bounds)
                .find().anomalies().stream().map(Anomaly::key).toList();
    }

    private static String answer(Claim claim) {
        var proof = Prover.prove(claim);
        return proof.answer() + "\n" + String.join("\n", proof.steps());
    }

    @ParameterizedTest
    @MethodSource("theory")
    void theMatrixOfTextbookAnomalies(Promises level) {
        Levels known = Levels.all(level);
        Levels written = Levels.all(OwnLevels.written(level));
        for (TextbookAnomaly textbook : TextbookAnomaly.values()) {
            Program program = textbook.program();

            assertThat(anomalies(program, written)).as("%s", textbook).isEqualTo(anomalies(program, known));
            assertThat(answer(Claim.of(program, written, Bounds.SMALL)))
                    .as("%s", textbook)
                    .isEqualTo(answer(Claim.of(program, known, Bounds.SMALL)));
        }
    }

    @Tag("long")
    @ParameterizedTest
    @MethodSource("theory")
    void benchmarks(Promises level) {
        for (Program program : List.of(SmallBank.program(), Tpcc.program(), Courseware.program())) {
            List<List<String>> known = cyclic(program, Levels.all(level), Granularity.STATEMENTS);

            assertThat(cyclic(program, Levels.all(OwnLevels.written(level)), Granularity.STATEMENTS))
                    .as("%s", program.name())
                    .isEqualTo(known);
            assertThat(cyclic(program, Levels.all(OwnLevels.written(level)), Granularity.TRANSACTIONS))
                    .as("%s as wholes", program.name())
                    .isEqualTo(cyclic(program, Levels.all(level), Granularity.TRANSACTIONS));
        }
    }

    private static List<List<String>> cyclic(Program program, Levels levels, Granularity granularity) {
        return new AnomalySearch(program, levels, Bounds.SMALL)
                .in(Setting.USUAL.at(granularity))
                .cyclic(2);
    }

    /** The paper's result: TPC-C is serializable on snapshots, whoever writes down what they are. */
    @Tag("long")
    @Test
    void tpccIsProvenAtAWrittenLevel() {
        Levels written = Levels.all(OwnLevels.written(Promises.SNAPSHOT));

        assertThat(answer(Claim.of(Tpcc.program(), written, Bounds.SMALL).alone()))
                .isEqualTo(answer(Claim.of(Tpcc.program(), Levels.all(Promises.SNAPSHOT), Bounds.SMALL)
                        .alone()))
                .startsWith("serializable");
    }

    /** What only one transaction is promised does not bind the others. */
    @Test
    void anAxiomHoldsOfTheTransactionsAtItsLevelAlone() {
        Program program = TextbookAnomaly.LOST_UPDATE.program();
        String txn = program.txns().getFirst().name();
        Promises own = OwnLevels.ofTransactions("forall a, b: ww(a, b) => vis(a, b)");

        assertThat(anomalies(program, Levels.all(Promises.READ_ATOMIC))).isNotEmpty();
        assertThat(anomalies(program, Levels.all(own))).isEmpty();
        assertThat(anomalies(program, new Levels(Promises.READ_ATOMIC, Map.of(txn, own))))
                .isEqualTo(anomalies(
                        program,
                        new Levels(Promises.READ_ATOMIC, Map.of(txn, Promises.parse("RA:no-blind-conflict")))));
    }
}
