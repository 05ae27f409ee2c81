package moirai.studies.refutation;

import java.util.List;

/**
 * What became of a call.
 *
 * @param isCommitted whether it returned, and anything that it did was committed
 * @param hasEffect whether anything that it did was committed, however it ended
 * @param seen the value that it returned, and what the committed statements returned to it
 * @param steps the number of its steps
 * @param failure the exception that it threw; otherwise empty
 */
record Ended(boolean isCommitted, boolean hasEffect, List<String> seen, int steps, String failure) {

    Ended {
        seen = List.copyOf(seen);
    }
}
