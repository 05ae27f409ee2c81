package moirai.programs.explored;

import java.util.List;
import java.util.stream.Collectors;

/**
 * The name of a call and those of its arguments.
 *
 * @param isRepeated whether the last argument may be given several times
 */
record Signature(String name, List<String> arguments, boolean isRepeated) {

    static Signature of(String name, String... arguments) {
        return new Signature(name, List.of(arguments), false);
    }

    Signature repeated() {
        return new Signature(name, arguments, true);
    }

    /** Decides whether a call has as many arguments as this signature. */
    boolean fits(Call call) {
        int given = call.arguments().size();
        return given == arguments.size() || (isRepeated && given > arguments.size());
    }

    /**
     * Checks that a call is known.
     *
     * @param kind what is called, in a message
     * @throws IllegalArgumentException if it is not; says what would be accepted
     */
    static void require(Call call, String kind, List<Signature> known) {
        List<Signature> named =
                known.stream().filter(other -> other.name.equals(call.name())).toList();
        if (named.isEmpty()) {
            throw new IllegalArgumentException(
                    "'" + call.name() + "' is not a " + kind + "; expected one of " + texts(known));
        }
        if (named.stream().noneMatch(signature -> signature.fits(call))) {
            throw new IllegalArgumentException(call + " does not have the right arguments; expected " + texts(named));
        }
    }

    private static String texts(List<Signature> signatures) {
        return signatures.stream().map(Signature::toString).collect(Collectors.joining(", "));
    }

    @Override
    public String toString() {
        return name + "(" + String.join(", ", arguments) + (isRepeated ? ", ..." : "") + ")";
    }
}
