package moirai.runs.summary;

/**
 * The numbers of transactions of each outcome that ended within some time.
 *
 * @param ok the number of those that committed
 * @param fail the number of those that were aborted
 * @param info the number of those whose outcome is indeterminate
 */
public record OutcomeCounts(long ok, long fail, long info) {

    /** Returns the number of transactions of one outcome. */
    public long of(OutcomeKind kind) {
        return switch (kind) {
            case OK -> ok;
            case FAIL -> fail;
            case INFO -> info;
        };
    }
}
