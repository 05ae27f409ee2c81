package moirai.junit.directed;

import java.util.regex.Pattern;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;

/**
 * The errors of an annotation, and other exceptions that are all message: a stack trace of Moirai's would only hide
 * what to do.
 */
final class Refusals {

    /** The options of {@code moirai schedule analyze} that an attribute stands for. */
    private static final Pattern OPTION = Pattern.compile("--(ddl|txn|rows|bits|loops)\\b");

    private Refusals() {}

    /** Returns an error of the annotation. */
    static ExtensionConfigurationException of(String message) {
        return bare(new ExtensionConfigurationException(message));
    }

    /** Returns the exception without its stack trace. */
    static <T extends Throwable> T bare(T thrown) {
        thrown.setStackTrace(new StackTraceElement[0]);
        return thrown;
    }

    /** Returns a text of the analysis with attributes of the annotation in place of the options of the command. */
    static String inAttributes(String text) {
        return OPTION.matcher(text).replaceAll(option -> "@AnomaliesOf(" + attribute(option.group(1)) + ")");
    }

    private static String attribute(String option) {
        return option.equals("txn") ? "txns" : option;
    }
}
