package moirai.directed.specification;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** A parser of specifications, by recursive descent. Single use. */
final class SpecificationParser {

    private static final Pattern TOKEN =
            Pattern.compile("[ \\t\\r\\f]+|#[^\\n]*|\\n|=>|[(),:]|[A-Za-z_][A-Za-z0-9_-]*|.", Pattern.DOTALL);

    private static final int VARIABLES_MAX = 4;
    private static final int NESTING_MAX = 50;
    private static final int LENGTH_MAX = 20_000;

    private static final Set<String> KEYWORDS =
            Set.of("level", "of", "with", "forall", "to", "and", "or", "not", "transactions", "statements");

    private final String text;
    private final List<String> promises;
    private final List<Token> tokens = new ArrayList<>();
    private int next;
    private Unit unit = Unit.TRANSACTIONS;

    /** A word or sign, and where it stands; the empty word stands at the end. */
    private record Token(String word, int line, int column, int start) {

        SpecificationException refused(String message) {
            return new SpecificationException(line, column, message);
        }

        String shown() {
            return word.isEmpty() ? "the text ends" : "'" + word + "'";
        }

        boolean isName() {
            return !word.isEmpty()
                    && (Character.isLetter(word.charAt(0)) || word.charAt(0) == '_')
                    && !KEYWORDS.contains(word)
                    && Relation.of(word).isEmpty();
        }
    }

    SpecificationParser(String text, List<String> promises) {
        this.text = text;
        this.promises = List.copyOf(promises);
        if (text.length() > LENGTH_MAX) {
            throw new SpecificationException(
                    1, 1, "the text has " + text.length() + " characters; expected at most " + LENGTH_MAX);
        }
        int line = 1;
        int first = 0;
        Matcher found = TOKEN.matcher(text);
        while (found.find()) {
            String word = found.group();
            if (word.equals("\n")) {
                line++;
                first = found.end();
            } else if (!word.isBlank() && word.charAt(0) != '#') {
                tokens.add(new Token(word, line, found.start() - first + 1, found.start()));
            }
        }
        tokens.add(new Token("", line, text.length() - first + 1, text.length()));
    }

    Specification specification() {
        Token first = one("level");
        expect("of");
        String word = one("transactions", "statements").word();
        unit = word.equals(Unit.TRANSACTIONS.word()) ? Unit.TRANSACTIONS : Unit.STATEMENTS;
        Set<String> promised = new TreeSet<>();
        if (accept("with")) {
            do {
                promised.add(one(promises.toArray(String[]::new)).word());
            } while (accept(","));
        }
        var rules = new ArrayList<Rule>();
        while (!peek().word().isEmpty()) {
            rules.add(rule());
        }
        return new Specification(unit, promised, rules, written(first));
    }

    private Rule rule() {
        Token start = one("forall");
        var variables = new ArrayList<Token>();
        do {
            variables.add(variable(variables));
        } while (accept(","));
        List<String> names = variables.stream().map(Token::word).toList();
        if (names.size() < 2) {
            throw peek().refused(peek().shown() + "; expected ',' and another name: an axiom is about 2 to "
                    + VARIABLES_MAX + " different " + unit.word());
        }
        int owner = accept("to") ? name(names) : -1;
        expect(":");
        Formula premise = or(names, 0);
        expect("=>");
        Formula.Atom conclusion = atom(names, Relation::isPromised);
        for (Token variable : variables) {
            int number = names.indexOf(variable.word());
            boolean isUsed = conclusion.from() == number
                    || conclusion.to() == number
                    || premise.atoms().anyMatch(atom -> atom.from() == number || atom.to() == number);
            if (!isUsed) {
                throw variable.refused("'" + variable.word() + "' is in no relation; expected an axiom that says"
                        + " something of it, or one without it");
            }
        }
        var rule =
                new Rule(names, premise, conclusion, owner < 0 ? conclusion.to() : owner, written(start), start.line());
        SerialCheck.broken(unit, rule).ifPresent(how -> {
            throw start.refused(how + "; expected an axiom that each serial execution keeps");
        });
        return rule;
    }

    /** Returns the text from a token to the last one that was taken, in one line and without comments. */
    private String written(Token start) {
        Token end = tokens.get(next - 1);
        return Arrays.stream(
                        text.substring(start.start(), end.start() + end.word().length())
                                .split("\\n", -1))
                .map(line -> line.replaceFirst("#.*", "").strip())
                .filter(line -> !line.isEmpty())
                .collect(Collectors.joining(" "))
                .replaceAll("\\s+", " ");
    }

    private Token variable(List<Token> known) {
        Token token = take();
        if (!token.isName()) {
            throw token.refused(token.shown() + "; expected a name, such as a, which is no word of the language");
        }
        if (known.stream().anyMatch(other -> other.word().equals(token.word()))) {
            throw token.refused("'" + token.word() + "' is there twice; expected another name: different names stand"
                    + " for different " + unit.word());
        }
        if (known.size() == VARIABLES_MAX) {
            throw token.refused("'" + token.word() + "' is one name too many; accepted: 2 to " + VARIABLES_MAX);
        }
        return token;
    }

    private Formula or(List<String> names, int depth) {
        return joined("or", () -> and(names, depth), Formula.Or::new);
    }

    private Formula and(List<String> names, int depth) {
        return joined("and", () -> unary(names, depth), Formula.And::new);
    }

    private Formula joined(String word, Supplier<Formula> part, Function<List<Formula>, Formula> join) {
        var parts = new ArrayList<Formula>();
        do {
            parts.add(part.get());
        } while (accept(word));
        return parts.size() == 1 ? parts.getFirst() : join.apply(parts);
    }

    private Formula unary(List<String> names, int depth) {
        if (depth > NESTING_MAX) {
            throw peek().refused("more than " + NESTING_MAX + " of 'not' and '(' inside each other");
        }
        if (accept("not")) {
            return new Formula.Not(unary(names, depth + 1));
        }
        if (accept("(")) {
            Formula inside = or(names, depth + 1);
            expect(")");
            return inside;
        }
        return atom(names, relation -> true);
    }

    private Formula.Atom atom(List<String> names, Predicate<Relation> isAccepted) {
        Token token = take();
        boolean isPremise = isAccepted.test(Relation.SAME);
        String expected = Arrays.stream(Relation.values())
                .filter(isAccepted)
                .filter(relation -> unit == Unit.STATEMENTS || !relation.isWithinTxn())
                .map(Relation::word)
                .collect(Collectors.joining(", ", "", isPremise ? ", not or (" : ": a promise is one edge"));
        Relation relation = Relation.of(token.word())
                .orElseThrow(() -> token.refused(token.shown() + "; expected one of " + expected));
        if (unit == Unit.TRANSACTIONS && relation.isWithinTxn()) {
            throw token.refused("'" + token.word() + "' is about statements of one transaction, and sessions of several"
                    + " transactions are not modelled; expected one of " + expected
                    + ", or 'level of statements' in line 1");
        }
        if (!isAccepted.test(relation)) {
            throw token.refused(token.shown() + " cannot be promised; expected one of " + expected);
        }
        expect("(");
        int from = name(names);
        expect(",");
        Token second = peek();
        int to = name(names);
        if (from == to) {
            throw second.refused("'" + second.word() + "' is there twice; expected another name: nothing is in a"
                    + " relation to itself");
        }
        expect(")");
        return new Formula.Atom(relation, from, to);
    }

    private int name(List<String> names) {
        Token token = take();
        int number = names.indexOf(token.word());
        if (number < 0) {
            throw token.refused(token.shown() + "; expected one of " + String.join(", ", names));
        }
        return number;
    }

    private Token peek() {
        return tokens.get(next);
    }

    private Token take() {
        Token token = tokens.get(next);
        next = Math.min(next + 1, tokens.size() - 1);
        return token;
    }

    private boolean accept(String word) {
        boolean isNext = peek().word().equals(word);
        if (isNext) {
            take();
        }
        return isNext;
    }

    private void expect(String word) {
        one(word);
    }

    private Token one(String... words) {
        Token token = take();
        if (!List.of(words).contains(token.word())) {
            throw token.refused(token.shown() + "; expected "
                    + Arrays.stream(words).map(word -> "'" + word + "'").collect(Collectors.joining(" or ")));
        }
        return token;
    }
}
