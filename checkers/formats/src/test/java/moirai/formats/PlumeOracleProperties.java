package moirai.formats;

import static moirai.formats.HistoryFormat.PLUME;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.stream.Collectors;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class PlumeOracleProperties {

    @Property(tries = 1000)
    void linesInAnyOrderAreReadOrRefusedAsBySlowReading(@ForAll("texts") String text) {
        PlumeOracle.read(text)
                .ifPresentOrElse(
                        expected -> assertThat(Sample.read(PLUME, text)).isEqualTo(expected),
                        () -> assertThat(Sample.refusal(PLUME, text)).startsWith("FILE:"));
    }

    @Property(tries = 300)
    void sessionsThatAlternateAreReadAsBySlowReading(@ForAll Random random) {
        String text = alternating(random, 12, 3);

        assertThat(Sample.read(PLUME, text)).isEqualTo(PlumeOracle.read(text).orElseThrow());
    }

    /** The file has many buffers and chunks. */
    @Example
    void aLargeFileIsReadAsBySlowReading() {
        String text = alternating(new Random(7), 40_000, 40);

        assertThat(text.length()).isGreaterThan(4 * (256 << 10));
        assertThat(Sample.read(PLUME, text)).isEqualTo(PlumeOracle.read(text).orElseThrow());
    }

    /** The transactions follow one another, with numbers that no array should hold. */
    @Example
    void aLargeFileOfLargeNumbersIsReadAsBySlowReading() {
        var text = new StringBuilder();
        for (long txn = 0; txn < 30_000; txn++) {
            long number = txn % 3 == 0 ? txn : Long.MAX_VALUE - (txn << 40);
            for (int op = 0; op < 4; op++) {
                text.append(txn % 2 == 0 ? "r(" : "w(")
                        .append(txn + op)
                        .append(',')
                        .append(op);
                text.append(",")
                        .append(txn % 7)
                        .append(',')
                        .append(number & Long.MAX_VALUE)
                        .append(")\n");
            }
        }

        assertThat(Sample.read(PLUME, text.toString()))
                .isEqualTo(PlumeOracle.read(text.toString()).orElseThrow());
    }

    @Provide
    Arbitrary<String> texts() {
        Arbitrary<Integer> small = Arbitraries.integers().between(0, 2);
        Arbitrary<String> line = Combinators.combine(
                        Arbitraries.of("r", "w"),
                        small,
                        small,
                        small,
                        Arbitraries.integers().between(-1, 5))
                .as((op, key, value, session, txn) ->
                        String.format(Locale.ROOT, "%s(%d,%d,%d,%d)\n", op, key, value, session, txn));
        return line.list().ofMinSize(1).ofMaxSize(6).map(lines -> String.join("", lines));
    }

    /** Returns each session's transactions in its order, where the session of the next op is random. */
    private static String alternating(Random random, int txns, int sessions) {
        var lines = new ArrayList<List<String>>();
        for (int session = 0; session < sessions; session++) {
            lines.add(new ArrayList<>());
        }
        for (int txn = 0; txn < txns; txn++) {
            int session = random.nextInt(sessions);
            int number = random.nextInt(10) == 0 ? -1 : 2 * txn;
            for (int op = random.nextInt(4); op >= 0; op--) {
                lines.get(session)
                        .add(String.format(
                                Locale.ROOT,
                                "%s(%d,%d,%d,%d)\n",
                                random.nextBoolean() ? "r" : "w",
                                random.nextInt(50),
                                random.nextInt(9),
                                session,
                                number));
            }
        }
        var left = lines.stream().filter(session -> !session.isEmpty()).collect(Collectors.toList());
        int[] next = new int[left.size()];
        var text = new StringBuilder("w(7,7,99,1)\n");
        for (int done = 0; done < left.size(); ) {
            int session = random.nextInt(left.size());
            int burst = random.nextInt(4);
            for (; burst > 0 && next[session] < left.get(session).size(); burst--) {
                text.append(left.get(session).get(next[session]++));
                done += next[session] == left.get(session).size() ? 1 : 0;
            }
        }
        return text.toString();
    }
}
