package moirai.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.util.List;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class HistoryNotationProperties {

    @Property
    void textIsReadBack(@ForAll("txns") List<Txn> txns) {
        requireReadBack(txns);
    }

    @Property
    void textOfRegistersIsReadBack(@ForAll("registerTxns") List<Txn> txns) {
        requireReadBack(txns);
    }

    @Property
    void textOfSetsIsReadBack(@ForAll("setTxns") List<Txn> txns) {
        requireReadBack(txns);
    }

    @Property
    void textOfCountersIsReadBack(@ForAll("counterTxns") List<Txn> txns) {
        requireReadBack(txns);
    }

    private static void requireReadBack(List<Txn> txns) {
        var builder = new HistoryBuilder(RunHeader.NONE);
        txns.forEach(builder::add);
        String text = HistoryNotation.format(builder.build());

        History back = HistoryNotation.parse(text);

        assertThat(Recordings.txns(back)).isEqualTo(txns);
        assertThat(HistoryNotation.format(back)).isEqualTo(text);
    }

    @Property(tries = 1000)
    void anyTextIsReadOrRefused(@ForAll("scribbles") String text) {
        assertThatCode(() -> {
                    try {
                        HistoryNotation.parse(text);
                    } catch (HistoryFormatException refused) {
                        assertThat(refused).hasMessageStartingWith("text:");
                    }
                })
                .doesNotThrowAnyException();
    }

    @Provide
    Arbitrary<List<Txn>> txns() {
        return Recordings.txns(0);
    }

    @Provide
    Arbitrary<List<Txn>> registerTxns() {
        return Recordings.registerTxns(0);
    }

    @Provide
    Arbitrary<List<Txn>> setTxns() {
        return Recordings.setTxns(0);
    }

    @Provide
    Arbitrary<List<Txn>> counterTxns() {
        return Recordings.counterTxns(0);
    }

    @Provide
    Arbitrary<String> scribbles() {
        return net.jqwik.api.Arbitraries.strings()
                .withChars("T01s ok@.arweicpnil=[]{}?-%:9\n")
                .ofMaxLength(40)
                .map(text -> "T0 s0 " + text);
    }
}
