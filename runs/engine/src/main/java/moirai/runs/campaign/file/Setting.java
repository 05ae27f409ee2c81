package moirai.runs.campaign.file;

import java.util.List;
import java.util.stream.Stream;

/**
 * An option of {@code moirai run} with the values that a file gives it.
 *
 * @param option its longest name without dashes, such as {@code isolation}
 * @param values several for an option that can be repeated; empty for a flag that is not set
 * @param isFlag whether the option has no value on the command line
 * @param place where the file says so
 */
public record Setting(String option, List<String> values, boolean isFlag, String place) {

    public Setting {
        values = List.copyOf(values);
    }

    /** Returns the arguments of a command line. */
    Stream<String> argv() {
        return isFlag
                ? values.stream().map(set -> "--" + option)
                : values.stream().map(value -> "--" + option + "=" + value);
    }
}
