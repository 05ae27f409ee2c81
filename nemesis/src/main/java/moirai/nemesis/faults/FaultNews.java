package moirai.nemesis.faults;

/**
 * A step in the life of a fault.
 *
 * @param id the number of the fault in the run, from 1
 * @param nanos the time on the run's clock
 * @param fault the name of its kind
 * @param target the nodes that it affects
 * @param why what went wrong; empty if nothing did
 */
public record FaultNews(int id, FaultStep step, long nanos, String fault, String target, String why) {

    /** Describes the step for people. */
    public String describe() {
        return fault + " " + target
                + switch (step) {
                    case INTENT -> " begins";
                    case INJECTED -> "";
                    case FAILED -> " could not be injected: " + why;
                    case HEALED -> " healed";
                    case READY -> " ready again";
                    case STAYS -> " stays to the end of the run: " + why;
                    case NOT_HEALED -> " COULD NOT BE HEALED: " + why;
                };
    }
}
