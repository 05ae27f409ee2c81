package moirai.nemesis.faults;

/**
 * A step in the life of a fault.
 *
 * @param id which fault of the run, from 1
 * @param nanos when, on the run's clock
 * @param fault what, by the name of its kind
 * @param target to whom
 * @param why what went wrong; empty if nothing did
 */
public record FaultNews(int id, FaultStep step, long nanos, String fault, String target, String why) {

    /** For people. */
    public String describe() {
        return fault + " " + target
                + switch (step) {
                    case INTENT -> " begins";
                    case INJECTED -> "";
                    case FAILED -> " could not be injected: " + why;
                    case HEALED -> " healed";
                    case NOT_HEALED -> " COULD NOT BE HEALED: " + why;
                };
    }
}
