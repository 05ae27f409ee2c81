package moirai.runs.measures;

import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;

/** The terms that a user set for a run, beside the level that must hold. */
public interface RunTerms {

    /** No terms. */
    RunTerms NONE = new RunTerms() {

        @Override
        public List<Pattern> logPatterns() {
            return List.of();
        }

        @Override
        public KeptTerms of(Path run) {
            return KeptTerms.NONE;
        }
    };

    /** Returns what is looked for in the logs of the servers, beside what the product is known to log. */
    List<Pattern> logPatterns();

    /**
     * Returns what became of the terms.
     *
     * @param run the directory of the run, which has its results
     */
    KeptTerms of(Path run);
}
