package moirai.runs.report;

import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.util.Properties;
import java.util.Set;
import moirai.analysis.Anomaly;
import moirai.analysis.CyclePattern;
import moirai.history.level.Phenomenon;
import moirai.runs.files.BundledText;

/**
 * The meanings of phenomena for a reader who does not know the literature's names. The words are in {@code
 * plain-words.properties}; a test checks that no phenomenon lacks them.
 */
public final class PlainWords {

    private static final String SOURCE = "plain-words.properties";
    private static final String REALTIME = "-realtime";
    private static final String PROCESS = "-process";
    private static final Properties WORDS = load();

    private PlainWords() {}

    private static Properties load() {
        var words = new Properties();
        try {
            words.load(new StringReader(BundledText.of(PlainWords.class, SOURCE)));
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        return words;
    }

    /** Returns the phenomenon's everyday name, or the nearest to one. */
    public static String name(Phenomenon phenomenon) {
        return word(phenomenon, ".name");
    }

    /** Returns the everyday name of this anomaly, which may be graver than its class in general. */
    public static String name(Anomaly anomaly) {
        return name(plainest(anomaly));
    }

    /** Returns a description of what went wrong in this anomaly. */
    public static String meaning(Anomaly anomaly) {
        return meaning(plainest(anomaly));
    }

    /**
     * Returns the phenomenon with the plainest name. A cycle that is classified as write skew may be a lost update,
     * which has a name of its own.
     */
    private static Phenomenon plainest(Anomaly anomaly) {
        boolean isLostUpdate = anomaly instanceof Anomaly.Cycle cycle
                && cycle.pattern().filter(CyclePattern.LOST_UPDATE::equals).isPresent();
        return isLostUpdate ? Phenomenon.LOST_UPDATE : anomaly.phenomenon();
    }

    /** Returns a description of what went wrong, in two or three sentences. */
    public static String meaning(Phenomenon phenomenon) {
        return word(phenomenon, ".meaning") + variant(phenomenon);
    }

    /** Returns the keys of all words, for the test that finds unused ones. */
    static Set<String> keys() {
        return WORDS.stringPropertyNames();
    }

    /**
     * Returns the label of the phenomenon of which this one is the variant with the order in sessions or real time, or
     * otherwise its own label.
     */
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
