package moirai.formats.jepsen;

/**
 * How a file of operations is to be read.
 *
 * @param model the label of an {@link OpModel}; if empty, the operations are what they look like
 * @param acceptsCut whether the last operation may be cut short, as by the end of its writer: it is left out then, and
 *     the history is not {@linkplain moirai.history.History#isComplete complete}
 */
public record Reading(String model, boolean acceptsCut) {

    /** A whole file, whose operations are what they look like. */
    public static final Reading DEFAULT = new Reading("", false);

    public Reading {
        if (!model.isEmpty() && OpModel.named(model).isEmpty()) {
            throw new IllegalArgumentException("no model '" + model + "'; expected one of " + OpModel.labels());
        }
    }
}
