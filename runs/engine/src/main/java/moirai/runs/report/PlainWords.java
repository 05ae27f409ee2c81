package moirai.runs.report;

import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Properties;
import java.util.Set;
import moirai.analysis.Anomaly;
import moirai.analysis.CyclePattern;
import moirai.history.level.Phenomenon;

/**
 * What a phenomenon means, for a reader who does not know the literature's names. The words stand in {@code
 * plain-words.properties}; a test sees to it that no phenomenon lacks them.
 */
public final class PlainWords {

    private static final String SOURCE = "plain-words.properties";
    private static final String REALTIME = "-realtime";
    private static final String PROCESS = "-process";
    private static final Properties WORDS = load();

    private PlainWords() {}

    private static Properties load() {
        try (InputStream in = PlainWords.class.getResourceAsStream(SOURCE)) {
            if (in == null) {
                throw new IllegalStateException(SOURCE + " is missing from the jar");
            }
            var words = new Properties();
            words.load(new InputStreamReader(in, StandardCharsets.UTF_8));
            return words;
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    /** Its everyday name, or the nearest to one. */
    public static String name(Phenomenon phenomenon) {
        return word(phenomenon, ".name");
    }

    /** The everyday name of what this one shows, which may be graver than its class does in general. */
    public static String name(Anomaly anomaly) {
        return name(plainest(anomaly));
    }

    /** What went wrong in this one. */
    public static String meaning(Anomaly anomaly) {
        return meaning(plainest(anomaly));
    }

    /** What looks like write skew may be a lost update, in whichever order: then there is a name for that. */
    private static Phenomenon plainest(Anomaly anomaly) {
        boolean isLostUpdate = anomaly instanceof Anomaly.Cycle cycle
                && cycle.pattern().filter(CyclePattern.LOST_UPDATE::equals).isPresent();
        return isLostUpdate ? Phenomenon.LOST_UPDATE : anomaly.phenomenon();
    }

    /** What went wrong, in two or three sentences. */
    public static String meaning(Phenomenon phenomenon) {
        return word(phenomenon, ".meaning") + variant(phenomenon);
    }

    /** The keys of all words, for the test that none is left over. */
    static Set<String> keys() {
        return WORDS.stringPropertyNames();
    }

    /** The label of the phenomenon of which this is the variant with the order in sessions or real time, or its own. */
    static String plain(Phenomenon phenomenon) {
        String label = phenomenon.label();
        for (String suffix : new String[] {PROCESS, REALTIME}) {
            if (label.endsWith(suffix)) {
                return label.substring(0, label.length() - suffix.length());
            }
        }
        return label;
    }

    private static String word(Phenomenon phenomenon, String kind) {
        String word = WORDS.getProperty(plain(phenomenon) + kind);
        if (word == null) {
            throw new IllegalStateException(SOURCE + " has no " + plain(phenomenon) + kind);
        }
        return word;
    }

    private static String variant(Phenomenon phenomenon) {
        if (phenomenon.label().endsWith(REALTIME)) {
            return " The contradiction also needs the order of the clock: one transaction had ended before another"
                    + " began.";
        }
        return phenomenon.label().endsWith(PROCESS)
                ? " The contradiction also needs the order within a session: what one session did earlier and later."
                : "";
    }
}
