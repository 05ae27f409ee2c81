package moirai.sources.execution.calls;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import moirai.sources.execution.values.Logic;
import moirai.sources.execution.values.Lowering;
import moirai.sources.execution.values.Operators;
import moirai.sources.execution.values.State;
import moirai.sources.execution.values.Value;

/** Executes the methods of texts and text builders, as far as the text and the arguments stand in the source. */
final class Texts {

    /** The longest text that is made of another. */
    private static final int LENGTH_MAX = 100_000;

    private Texts() {}

    /** Returns what a method returns; empty if it is not known. */
    static Optional<Value> on(Value receiver, String name, List<Value> arguments) {
        if (receiver instanceof Value.Text text && arguments.isEmpty()) {
            return name.equals("trim") || name.equals("strip") ? Optional.of(stripped(text)) : Optional.empty();
        }
        if (receiver instanceof Value.Matched(var pattern, var text)
                && arguments.size() == 1
                && arguments.getFirst() instanceof Value.Literal(var by)) {
            return replaced(pattern, text, name, by);
        }
        if (!(receiver instanceof Value.Literal(var text))) {
            return Optional.empty();
        }
        return switch (arguments.size()) {
            case 0 -> alone(text, name);
            case 1 -> withOne(text, name, arguments.getFirst());
            case 2 -> withTwo(text, name, arguments);
            default -> Optional.empty();
        };
    }

    /** Returns the text of a builder after a method that changes it; empty if it is not known. */
    static Optional<Value> built(Value content, String name, List<Value> arguments, State state) {
        boolean isText = content instanceof Value.Literal
                || content instanceof Value.Text
                || (content instanceof Value.Choice(var options)
                        && options.stream().allMatch(option -> isText(option.value())));
        if (!isText) {
            return Optional.empty();
        }
        if (name.equals("append") && arguments.size() == 1) {
            return Optional.of(Lowering.lift(content, state.content(arguments.getFirst()), Operators::text));
        }
        Value first = arguments.isEmpty() ? Operators.ZERO : arguments.getFirst();
        List<Value> others = arguments.isEmpty() ? arguments : arguments.subList(1, arguments.size());
        // A text that is not known in one case is not known in any.
        Value all = Lowering.lift(content, first, (text, one) -> edited(text, name, Calls.join(one, others)));
        boolean isKnown = all instanceof Value.Choice(var options)
                ? options.stream().noneMatch(option -> option.value() instanceof Value.Nothing)
                : !(all instanceof Value.Nothing);
        return isKnown ? Optional.of(all) : Optional.empty();
    }

    private static boolean isText(Value value) {
        return value instanceof Value.Literal || value instanceof Value.Text;
    }

    /** Edits a text as a builder does; nothing if this is not known. */
    private static Value edited(Value content, String name, List<Value> arguments) {
        if (name.equals("setLength") && arguments.getFirst().index() == 0) {
            return new Value.Literal("");
        }
        if (!(content instanceof Value.Literal(var text))) {
            return new Value.Nothing();
        }
        // What is not known is -1 or empty, which is refused below.
        int from = arguments.getFirst().index();
        int to = arguments.size() > 1 ? arguments.get(1).index() : -1;
        String last = arguments.getLast() instanceof Value.Literal(var words) ? words : "";
        var builder = new StringBuilder(text);
        try {
            return switch (name) {
                case "delete" -> literal(builder.delete(from, to));
                case "deleteCharAt" -> literal(builder.deleteCharAt(from));
                case "setLength" -> literal(builder.delete(from, text.length()));
                case "reverse" -> literal(builder.reverse());
                case "insert" -> last.isEmpty() ? new Value.Nothing() : literal(builder.insert(from, last));
                case "replace" -> last.isEmpty() ? new Value.Nothing() : literal(builder.replace(from, to, last));
                default -> new Value.Nothing();
            };
        } catch (IndexOutOfBoundsException outside) {
            return new Value.Nothing();
        }
    }

    private static Value literal(StringBuilder text) {
        return new Value.Literal(text.toString());
    }

    private static Value stripped(Value.Text text) {
        Value all = new Value.Literal("");
        int last = text.pieces().size() - 1;
        for (int i = 0; i <= last; i++) {
            Value piece = text.pieces().get(i);
            if (piece instanceof Value.Literal(var words)) {
                String left = i == 0 ? words.stripLeading() : words;
                piece = new Value.Literal(i == last ? left.stripTrailing() : left);
            }
            all = Operators.text(all, piece);
        }
        return all;
    }

    private static Optional<Value> alone(String text, String name) {
        return switch (name) {
            case "isEmpty" -> truth(text.isEmpty());
            case "isBlank" -> truth(text.isBlank());
            case "length" -> Optional.of(Value.Constant.of(text.length()));
            case "toUpperCase" -> literal(text.toUpperCase(Locale.ROOT));
            case "toLowerCase" -> literal(text.toLowerCase(Locale.ROOT));
            case "trim", "strip" -> literal(text.strip());
            case "stripIndent" -> literal(text.stripIndent());
            default -> Optional.empty();
        };
    }

    private static Optional<Value> withOne(String text, String name, Value argument) {
        int number = argument.index();
        return switch (name) {
            case "repeat" ->
                number >= 0 && (long) number * text.length() <= LENGTH_MAX
                        ? literal(text.repeat(number))
                        : Optional.empty();
            case "substring" ->
                number >= 0 && number <= text.length() ? literal(text.substring(number)) : Optional.empty();
            case "matcher" ->
                argument instanceof Value.Literal(var matched)
                        ? Optional.of(new Value.Matched(text, matched))
                        : Optional.empty();
            default -> argument instanceof Value.Literal(var other) ? compared(text, name, other) : Optional.empty();
        };
    }

    private static Optional<Value> compared(String text, String name, String other) {
        return switch (name) {
            case "contains" -> truth(text.contains(other));
            case "startsWith" -> truth(text.startsWith(other));
            case "endsWith" -> truth(text.endsWith(other));
            case "equalsIgnoreCase" -> truth(text.equalsIgnoreCase(other));
            case "indexOf" -> Optional.of(Value.Constant.of(text.indexOf(other)));
            case "lastIndexOf" -> Optional.of(Value.Constant.of(text.lastIndexOf(other)));
            default -> Optional.empty();
        };
    }

    private static Optional<Value> withTwo(String text, String name, List<Value> arguments) {
        int from = arguments.getFirst().index();
        int to = arguments.getLast().index();
        if (name.equals("substring") && from >= 0 && from <= to && to <= text.length()) {
            return literal(text.substring(from, to));
        }
        if (!(arguments.getFirst() instanceof Value.Literal(var what))
                || !(arguments.getLast() instanceof Value.Literal(var by))) {
            return Optional.empty();
        }
        return name.equals("replace") ? literal(text.replace(what, by)) : replaced(what, text, name, by);
    }

    private static Optional<Value> replaced(String pattern, String text, String name, String by) {
        try {
            return switch (name) {
                case "replaceAll" ->
                    literal(Pattern.compile(pattern).matcher(text).replaceAll(by));
                case "replaceFirst" ->
                    literal(Pattern.compile(pattern).matcher(text).replaceFirst(by));
                default -> Optional.empty();
            };
        } catch (IllegalArgumentException | IndexOutOfBoundsException unusable) {
            return Optional.empty();
        }
    }

    private static Optional<Value> literal(String text) {
        return Optional.of(new Value.Literal(text));
    }

    private static Optional<Value> truth(boolean holds) {
        return Optional.of(new Value.Truth(Logic.sure(holds)));
    }
}
