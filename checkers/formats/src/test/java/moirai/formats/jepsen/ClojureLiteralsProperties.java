package moirai.formats.jepsen;

import static org.assertj.core.api.Assertions.assertThat;

import clojure.lang.EdnReader;
import clojure.lang.PersistentArrayMap;
import clojure.lang.Util;
import java.io.IOException;
import java.io.PushbackReader;
import java.io.StringReader;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import moirai.formats.HistoryFormat;
import moirai.history.History;
import moirai.history.HistoryFormatException;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Tag;

/** Clojure's own reader accepts the same literals, and calls the same ones equal. */
class ClojureLiteralsProperties {

    private static final List<String> NUMBERS = List.of(
            "0",
            "00",
            "-0",
            "+0",
            "1",
            "+1",
            "-1",
            "01",
            "08",
            "0x1",
            "0X1f",
            "-0x10",
            "0xg",
            "0x",
            "2r1010",
            "1r0",
            "36rZz",
            "37r1",
            "2r2",
            "017",
            "10",
            "16",
            "15",
            "1N",
            "1M",
            "0x1N",
            "1.0",
            "1.",
            "1.50",
            "1.5",
            "1.5M",
            "1.50M",
            "-0.0",
            "0.0",
            "0M",
            "0.0M",
            "1e2",
            "100.0",
            "100",
            "1e2M",
            "1E400",
            "1e-400",
            "1e",
            "1/2",
            "2/4",
            "4/2",
            "-1/2",
            "1/0",
            "0/5",
            "01/2",
            "1/-2",
            "9223372036854775807",
            "9223372036854775808",
            "-9223372036854775808",
            "-9223372036854775809N",
            "9223372036854775808N",
            "7fffffff",
            "1x",
            "1e1.5",
            "0.1",
            "##Inf",
            "##-Inf",
            "##Foo",
            "\\a",
            "\\u0061",
            "\\o141",
            "\\newline",
            "\\o12",
            "\\u000a",
            "\\space",
            "\\o40",
            "\\foo",
            "\\u00",
            "\\ud800",
            "\\o400",
            "\\}",
            "\\tab",
            "true",
            "nil",
            ":a",
            "a",
            "\"a\"",
            "\"\\u0061\"",
            "#:a{:b 1}",
            "{:a/b 1}",
            "#:a{:_/b 1}",
            "{:b 1}",
            "#:a{:c/b 1, x 2, 3 4}",
            "{:c/b 1, a/x 2, 3 4}",
            "#:a[1]",
            "#=1",
            "#{0x1 2}",
            "#{2 1N}",
            "[1 2/1]",
            "(1 2)",
            "[#_ 0x 1 2]",
            "[#_:x 1 2]",
            "[1 ^{:m 1} [] 2]",
            "[1 [] 2]");

    private static final String ALPHABET = "0123456789012345678xXrRNM/.eE+-abfz";

    @Property(tries = 3000)
    void sameLiteralsAreEqual(@ForAll Random random) throws IOException {
        String one = literal(random);
        String other = literal(random);
        Optional<Object> first = clojure(one);
        Optional<Object> second = clojure(other);

        Optional<History> history = read("{:type :ok :process 0 :value [[:w [" + one + "] 0] [:w [" + other + "] 1]]}");

        assertThat(history.isPresent()).as("%s %s", one, other).isEqualTo(first.isPresent() && second.isPresent());
        if (history.isPresent()) {
            assertThat(history.get().keyCount() == 1)
                    .as("%s %s", one, other)
                    .isEqualTo(Util.equiv(first.get(), second.get()));
        }
    }

    /** A key by itself, and one inside a vector, are read in two ways. The lowest numbers have stand-ins. */
    @Property(tries = 1000)
    void wholeNumberStandsForItself(@ForAll Random random) throws IOException {
        String literal = literal(random);
        Optional<Object> value = clojure(literal);
        if (value.isPresent()
                && value.get() instanceof List<?> vector
                && vector.getFirst() instanceof Long number
                && number > Long.MIN_VALUE / 2) {
            assertThat(read("{:type :ok :process 0 :value [[:w " + literal + " 0]]}")
                            .map(history -> history.keyName(0)))
                    .as(literal)
                    .contains(number);
        }
    }

    @Tag("long")
    @Property(tries = 40_000)
    void sameLiteralsAreEqualOften(@ForAll Random random) throws IOException {
        sameLiteralsAreEqual(random);
    }

    private static String literal(Random random) {
        if (random.nextInt(3) > 0) {
            return NUMBERS.get(random.nextInt(NUMBERS.size()));
        }
        var text = new StringBuilder(random.nextInt(4) == 0 ? random.nextBoolean() ? "-" : "+" : "");
        text.append((char) ('0' + random.nextInt(3)));
        for (int left = random.nextInt(5); left > 0; left--) {
            text.append(ALPHABET.charAt(random.nextInt(ALPHABET.length())));
        }
        return text.toString();
    }

    /** Returns what Clojure reads between brackets, so that nothing may follow the literal. */
    private static Optional<Object> clojure(String literal) {
        try {
            return Optional.of(EdnReader.read(
                    new PushbackReader(new StringReader("[" + literal + "]"), 2), PersistentArrayMap.EMPTY));
        } catch (RuntimeException refused) {
            return Optional.empty();
        }
    }

    private static Optional<History> read(String text) throws IOException {
        try {
            return Optional.of(TextFile.read(text, HistoryFormat.EDN, Reading.DEFAULT));
        } catch (HistoryFormatException refused) {
            return Optional.empty();
        }
    }
}
