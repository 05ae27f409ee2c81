package moirai.runs.doctor;

import java.util.List;
import java.util.Optional;

/**
 * A result of the examination.
 *
 * @param what was asked for
 * @param isThere whether it is there or works
 * @param words where it is or what it does; if it is missing, how to get it
 */
public record Finding(String what, boolean isThere, String words) {

    static Finding of(String what, String there, Optional<String> problem) {
        return new Finding(what, problem.isEmpty(), problem.orElse(there));
    }

    /**
     * A group of related findings.
     *
     * @param title the subject of the findings
     */
    public record Group(String title, List<Finding> findings) {

        /** Copies the list. */
        public Group {
            findings = List.copyOf(findings);
        }
    }
}
