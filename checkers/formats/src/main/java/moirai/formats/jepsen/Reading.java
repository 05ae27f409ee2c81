package moirai.formats.jepsen;

/**
 * Options for reading a file of operations.
 *
 * @param model the label of an {@link OpModel}; if empty, the model is guessed from the operations
 * @param keys whether values of operations that are no transactions stand behind their keys
 * @param ignoresTimes whether the order of {@code :index}, else that of the file, counts instead of {@code :time}
 * @param acceptsCut whether the last operation may be cut short, as by the end of its writer: it is left out then, and
 *    the history is not {@linkplain moirai.history.History#isComplete complete}
 */
public record Reading(String model, Keys keys, boolean ignoresTimes, boolean acceptsCut) {

    /** The options for a whole file whose model is guessed. */
    public static final Reading DEFAULT = new Reading("", Keys.UNSAID, false, false);

    public Reading {
        if (!model.isEmpty() && OpModel.named(model).isEmpty()) {
            throw new IllegalArgumentException("no model '" + model + "'; expected one of " + OpModel.labels());
        }
    }
}
