package moirai.junit.weak;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A try and what its test has thrown. */
final class Outcome {

    private final Trial trial;
    private final @Nullable Throwable thrown;

    Outcome(Trial trial, @Nullable Throwable thrown) {
        this.trial = trial;
        this.thrown = thrown;
    }

    Trial trial() {
        return trial;
    }

    Optional<Throwable> thrown() {
        return Optional.ofNullable(thrown);
    }

    /** Returns whether another try has failed in the same way: with the same error, apart from numbers in its text. */
    boolean isSame(Outcome other) {
        return thrown != null && other.thrown != null && kind(thrown).equals(kind(other.thrown));
    }

    /** Returns the first line of what an exception says, without its full stop. */
    static String firstLine(Throwable thrown) {
        String text = String.valueOf(thrown.getMessage()).strip();
        return (text.isEmpty() ? thrown.toString() : text)
                .lines()
                .findFirst()
                .orElse("")
                .replaceAll("\\.$", "");
    }

    private static String kind(Throwable failure) {
        Throwable cause =
                failure instanceof CallFailedException && failure.getCause() != null ? failure.getCause() : failure;
        return cause.getClass().getName() + String.valueOf(cause.getMessage()).replaceAll("-?[0-9]+", "#");
    }
}
