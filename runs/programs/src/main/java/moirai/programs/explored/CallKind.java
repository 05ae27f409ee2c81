package moirai.programs.explored;

import java.util.List;
import java.util.stream.Collectors;

/**
 * A kind of call, or of row, that an application knows.
 *
 * @param signature the name and the names of the arguments, such as {@code enroll(student, course)}; if the last
 *    argument is {@code ...}, the one before it may be given several times
 * @param meaning the use that the application makes of such a call
 */
record CallKind<M>(String signature, M meaning) {

    private boolean isNamed(String name) {
        return signature.startsWith(name + "(");
    }

    /** Returns whether a call has as many arguments as the signature. */
    private boolean fits(Call call) {
        String arguments = signature.substring(signature.indexOf('(') + 1, signature.length() - 1);
        int count = arguments.isEmpty() ? 0 : arguments.split(", ").length;
        int given = call.arguments().size();
        return arguments.endsWith(", ...") ? given >= count - 1 : given == count;
    }

    /**
     * Returns the meaning of a call.
     *
     * @param what the application calls it, in a message
     * @throws IllegalArgumentException if the call is of no known kind; the message says what would be accepted
     */
    static <M> M require(Call call, String what, List<CallKind<M>> known) {
        List<CallKind<M>> named =
                known.stream().filter(kind -> kind.isNamed(call.name())).toList();
        if (named.isEmpty()) {
            throw new IllegalArgumentException(
                    "'" + call.name() + "' is not a " + what + "; expected one of " + signatures(known));
        }
        return named.stream()
                .filter(kind -> kind.fits(call))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(
                        call + " does not have the right arguments; expected " + signatures(named)))
                .meaning;
    }

    private static <M> String signatures(List<CallKind<M>> kinds) {
        return kinds.stream().map(CallKind::signature).collect(Collectors.joining(", "));
    }
}
