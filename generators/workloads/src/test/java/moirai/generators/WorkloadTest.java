package moirai.generators;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class WorkloadTest {

    private static final Workload WORKLOAD = Workload.append();

    @Test
    void everyParameterIsPrintedDefaultsIncluded() {
        assertThat(WORKLOAD)
                .hasToString("append key-dist=exponential:2.0 key-count=10 max-writes-per-key=32"
                        + " max-txn-length=4 read-share=0.5");
    }

    @Test
    void parametersMayBeLeftOutAndComeInAnyOrder() {
        assertThat(Workload.parse("append")).isEqualTo(WORKLOAD);
        assertThat(Workload.parse("  append  read-share=0.25 key-dist=zipf:1.2\tkey-count=3 "))
                .isEqualTo(WORKLOAD.withReadShare(0.25)
                        .withKeyDistribution(new KeyDistribution.Zipfian(1.2))
                        .withKeyCount(3));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            ''                          | '' is not a workload: expected one of append, predicate, long-fork,\
             causal-reverse, causal, dirty-read, g2, cas, monotonic, register, set, counter, bank
            queue                       | 'queue' is not a workload: expected one of append, predicate, long-fork,\
             causal-reverse, causal, dirty-read, g2, cas, monotonic, register, set, counter, bank
            register scan-share=0.1     | 'scan-share' is not a parameter of workload register: expected key-dist,\
             key-count, max-writes-per-key, max-txn-length, read-share, abort-share or group-size
            bank key-dist=uniform       | 'key-dist' is not a parameter of workload bank: expected key-count,\
             read-share, max-amount, total or negative-balances
            bank key-count=1            | key-count 1 is not from 2 to 1000000
            bank negative-balances=yes  | negative-balances 'yes' is neither true nor false
            append keys=3               | 'keys' is not a parameter of workload append: expected key-dist, key-count,\
             max-writes-per-key, max-txn-length, read-share, scan-share, scan-width,\
             abort-share or group-size
            long-fork max-txn-length=3  | 'max-txn-length' is not a parameter of workload append with groups of keys:\
             expected key-dist, key-count, max-writes-per-key, read-share, scan-share, abort-share,\
             group-size, group-changes or group-reads
            append group-reads=apart    | 'group-reads' is not a parameter of workload append: expected key-dist,\
             key-count, max-writes-per-key, max-txn-length, read-share, scan-share, scan-width,\
             abort-share or group-size
            causal group-reads=never    | group-reads 'never' is not one of apart, around, first,\
             compared
            set group-size=1 group-reads=compared | group-reads compared: keys of workload set are not compared before\
             they are changed; expected workload register
            bank group-size=2           | 'group-size' is not a parameter of workload bank: expected key-count,\
             read-share, max-amount, total or negative-balances
            dirty-read group-changes=5  | group-changes 5 is not from 1 to 4
            append abort-share=1.1      | abort-share 1.1 is not from 0.0 to 1.0
            append group-size=0         | group-size 0 is not from 1 to 100
            append key-count            | 'key-count' in a workload: expected each parameter once, as NAME=VALUE
            append key-count=3 key-count=4 | 'key-count=4' in a workload: expected each parameter once, as NAME=VALUE
            append key-count=ten        | key-count 'ten' is not a whole number from 1 to 1000000
            append key-count=0          | key-count 0 is not from 1 to 1000000
            append max-writes-per-key=-1| max-writes-per-key -1 is not from 1 to 1000000
            append max-txn-length=1001  | max-txn-length 1001 is not from 1 to 1000
            append read-share=1.5       | read-share 1.5 is not from 0.0 to 1.0
            append read-share=NaN       | read-share NaN is not from 0.0 to 1.0
            append read-share=half      | read-share 'half' is not a number from 0.0 to 1.0
            append scan-share=2         | scan-share 2.0 is not from 0.0 to 1.0
            append scan-width=0         | scan-width 0 is not from 1 to 1000
            append key-dist=gauss       | 'gauss' is not a key distribution: expected uniform, exponential,\
             exponential:BASE, zipf or zipf:EXPONENT
            """, quoteCharacter = '"')
    void whatIsWrongAndWhatWouldBeAcceptedAreSaid(String text, String message) {
        assertThatThrownBy(() -> Workload.parse(text.equals("''") ? "" : text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(message);
    }

    @Test
    void predicateStandsForARecipeWithScansThatIsWrittenOut() {
        assertThat(Workload.parse("predicate")).isEqualTo(Workload.predicate());
        assertThat(Workload.parse("predicate scan-width=3"))
                .isEqualTo(Workload.predicate().withScanWidth(3))
                .hasToString("append key-dist=uniform key-count=8 max-writes-per-key=4 max-txn-length=4"
                        + " read-share=0.2 scan-share=0.35 scan-width=3");
        assertThat(WORKLOAD.toString()).doesNotContain("scan");
    }

    @Test
    void namedShapesStandForRecipesWithGroupsThatAreWrittenOut() {
        assertThat(Workload.parse("long-fork"))
                .hasToString("append key-dist=uniform key-count=4 max-writes-per-key=32 read-share=0.6 group-size=2"
                        + " group-changes=1 group-reads=apart");
        assertThat(Workload.parse("g2"))
                .hasToString("append key-dist=uniform key-count=8 max-writes-per-key=2 read-share=0.1 scan-share=1.0"
                        + " group-size=8 group-changes=1 group-reads=first");
        assertThat(Workload.parse("cas"))
                .hasToString("register key-dist=uniform key-count=3 max-writes-per-key=128 read-share=0.33"
                        + " group-size=1 group-changes=1 group-reads=compared");
        assertThat(Workload.parse("dirty-read group-size=3"))
                .hasToString("append key-dist=uniform key-count=8 max-writes-per-key=32 read-share=0.5"
                        + " abort-share=0.5 group-size=3 group-changes=3 group-reads=apart");
        assertThat(Workload.parse("set abort-share=0.25"))
                .hasToString("set key-dist=uniform key-count=3 max-writes-per-key=100 max-txn-length=4"
                        + " read-share=0.5 abort-share=0.25");
        assertThat(Workload.parse("register max-writes-per-key=1 group-size=3"))
                .hasToString("register key-dist=exponential:2.0 key-count=10 max-writes-per-key=1 read-share=0.5"
                        + " group-size=3 group-changes=1 group-reads=apart");
    }

    @Test
    void transactionsOnGroupsAreAsLongAsTheyNeed() {
        assertThat(Workload.parse("append scan-share=0.5 group-size=3"))
                .satisfies(workload -> assertThat(workload.maxTxnLength()).isEqualTo(3))
                .satisfies(workload -> assertThat(workload.scans()).isEqualTo(new ScanMix(0.5, 3)));
    }

    @ParameterizedTest
    @EnumSource
    void everyStructureHasARecipeThatIsWrittenOut(Structure structure) {
        Workload usual = Workload.of(structure);

        assertThat(Workload.parse(structure.label())).isEqualTo(usual);
        assertThat(Workload.parse(usual.toString())).isEqualTo(usual);
        assertThat(usual.toString()).startsWith(structure.label() + " ");
    }

    @Test
    void accountsShareTheTotal() {
        assertThat(Workload.parse("bank").balances()).containsExactly(13, 13, 13, 13, 12, 12, 12, 12);
        assertThat(Workload.parse("bank key-count=2 total=3 max-amount=2 negative-balances=true"))
                .hasToString("bank key-count=2 read-share=0.5 max-amount=2 total=3 negative-balances=true")
                .satisfies(workload -> assertThat(workload.balances()).containsExactly(2, 1));
        assertThat(Workload.append().balances()).isEmpty();
    }

    @Test
    void theConstructorChecksToo() {
        assertThatThrownBy(() -> WORKLOAD.withKeyCount(1_000_001))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("key-count 1000001 is not from 1 to 1000000");
        assertThatThrownBy(() -> WORKLOAD.withMaxWritesPerKey(0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("max-writes-per-key 0 is not from 1 to 1000000");
    }
}
