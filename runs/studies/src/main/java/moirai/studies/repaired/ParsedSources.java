package moirai.studies.repaired;

import com.github.javaparser.JavaParser;
import com.github.javaparser.ParserConfiguration;
import com.github.javaparser.Position;
import com.github.javaparser.ast.CompilationUnit;
import com.github.javaparser.ast.Node;
import com.github.javaparser.ast.body.FieldDeclaration;
import com.github.javaparser.ast.body.VariableDeclarator;
import com.github.javaparser.ast.expr.BinaryExpr;
import com.github.javaparser.ast.expr.EnclosedExpr;
import com.github.javaparser.ast.expr.Expression;
import com.github.javaparser.ast.expr.FieldAccessExpr;
import com.github.javaparser.ast.expr.NameExpr;
import com.github.javaparser.ast.expr.StringLiteralExpr;
import com.github.javaparser.ast.expr.TextBlockLiteralExpr;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/** The Java files of a folder with the texts in them: literals, and what is put together of them and of constants. */
final class ParsedSources {

    /** The greatest depth to which constants are followed, which may name each other in a circle. */
    private static final int DEPTH_MAX = 8;

    private final Map<Path, CompilationUnit> units = new LinkedHashMap<>();
    private final Map<Path, String> contents = new HashMap<>();
    private final Map<String, List<Expression>> constants = new HashMap<>();
    private final List<Text> texts = new ArrayList<>();

    /** A part of a file. */
    record Place(Path file, int begin, int end) {}

    /**
     * A text that stands in a file.
     *
     * @param place of the whole expression
     * @param lines the number of line breaks in the expression
     */
    record Text(Place place, int lines, String value) {}

    private ParsedSources() {}

    /** Parses the Java files of a folder and of its folders. A file that cannot be parsed has no texts. */
    static ParsedSources of(Path folder) throws IOException {
        var parser = new JavaParser(new ParserConfiguration()
                .setLanguageLevel(ParserConfiguration.LanguageLevel.BLEEDING_EDGE)
                .setAttributeComments(false));
        var sources = new ParsedSources();
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.filter(path -> path.toString().endsWith(".java"))
                    .sorted()
                    .toList()) {
                String content = Files.readString(file);
                parser.parse(content).getResult().ifPresent(unit -> {
                    sources.contents.put(file, content);
                    sources.units.put(file, unit);
                });
            }
        }
        sources.units.values().forEach(sources::findConstants);
        sources.units.forEach(sources::findTexts);
        return sources;
    }

    private void findConstants(CompilationUnit unit) {
        for (FieldDeclaration field : unit.findAll(FieldDeclaration.class)) {
            for (VariableDeclarator variable : field.getVariables()) {
                variable.getInitializer()
                        .filter(value -> variable.getTypeAsString().equals("String"))
                        .ifPresent(value -> constants
                                .computeIfAbsent(variable.getNameAsString(), name -> new ArrayList<>())
                                .add(value));
            }
        }
    }

    private void findTexts(Path file, CompilationUnit unit) {
        for (Expression found : unit.findAll(Expression.class, ParsedSources::isText)) {
            boolean isPart = found.getParentNode()
                    .filter(parent -> parent instanceof BinaryExpr || parent instanceof EnclosedExpr)
                    .isPresent();
            if (!isPart) {
                Place place = place(file, found);
                int lines = (int) content(file)
                        .substring(place.begin(), place.end())
                        .chars()
                        .filter(c -> c == '\n')
                        .count();
                value(found).ifPresent(value -> texts.add(new Text(place, lines, value)));
            }
        }
    }

    private static boolean isText(Expression expression) {
        return expression instanceof StringLiteralExpr
                || expression instanceof TextBlockLiteralExpr
                || expression instanceof BinaryExpr;
    }

    /** Returns the texts, by file and place. */
    List<Text> texts() {
        return List.copyOf(texts);
    }

    /** Returns the parsed files. */
    Map<Path, CompilationUnit> units() {
        return Map.copyOf(units);
    }

    String content(Path file) {
        return Objects.requireNonNull(contents.get(file));
    }

    /** Returns the place of a node. */
    Place place(Path file, Node node) {
        var range = node.getRange().orElseThrow();
        return new Place(file, offset(file, range.begin), offset(file, range.end) + 1);
    }

    private int offset(Path file, Position position) {
        String content = content(file);
        int begin = 0;
        for (int line = 1; line < position.line; line++) {
            begin = content.indexOf('\n', begin) + 1;
        }
        return begin + position.column - 1;
    }

    /** Returns the text that an expression is; empty if that is not known. */
    Optional<String> value(Expression expression) {
        return value(expression, DEPTH_MAX);
    }

    private Optional<String> value(Expression expression, int depth) {
        if (depth == 0) {
            return Optional.empty();
        }
        return switch (expression) {
            case StringLiteralExpr literal -> Optional.of(literal.asString());
            case TextBlockLiteralExpr block -> Optional.of(block.asString());
            case EnclosedExpr enclosed -> value(enclosed.getInner(), depth);
            case BinaryExpr sum
            when sum.getOperator() == BinaryExpr.Operator.PLUS ->
                value(sum.getLeft(), depth)
                        .flatMap(left -> value(sum.getRight(), depth).map(right -> left + right));
            case NameExpr name -> constant(name.getNameAsString(), name, depth - 1);
            case FieldAccessExpr field -> constant(field.getNameAsString(), field, depth - 1);
            default -> Optional.empty();
        };
    }

    /** Returns the constant of this name in the same file, or else the only one of all files. */
    private Optional<String> constant(String name, Node user, int depth) {
        List<Expression> all = constants.getOrDefault(name, List.of());
        List<Expression> near = all.stream()
                .filter(value -> value.findCompilationUnit().equals(user.findCompilationUnit()))
                .toList();
        List<Expression> found = near.isEmpty() ? all : near;
        return found.size() == 1 ? value(found.getFirst(), depth) : Optional.empty();
    }
}
