package moirai.sources.execution;

import com.github.javaparser.ast.Node;
import com.github.javaparser.ast.body.CallableDeclaration;
import com.github.javaparser.ast.body.MethodDeclaration;
import com.github.javaparser.ast.body.Parameter;
import com.github.javaparser.ast.body.VariableDeclarator;
import com.github.javaparser.ast.expr.ArrayAccessExpr;
import com.github.javaparser.ast.expr.AssignExpr;
import com.github.javaparser.ast.expr.BinaryExpr;
import com.github.javaparser.ast.expr.BooleanLiteralExpr;
import com.github.javaparser.ast.expr.CastExpr;
import com.github.javaparser.ast.expr.CharLiteralExpr;
import com.github.javaparser.ast.expr.ConditionalExpr;
import com.github.javaparser.ast.expr.DoubleLiteralExpr;
import com.github.javaparser.ast.expr.EnclosedExpr;
import com.github.javaparser.ast.expr.Expression;
import com.github.javaparser.ast.expr.FieldAccessExpr;
import com.github.javaparser.ast.expr.IntegerLiteralExpr;
import com.github.javaparser.ast.expr.LambdaExpr;
import com.github.javaparser.ast.expr.LongLiteralExpr;
import com.github.javaparser.ast.expr.MethodCallExpr;
import com.github.javaparser.ast.expr.NameExpr;
import com.github.javaparser.ast.expr.ObjectCreationExpr;
import com.github.javaparser.ast.expr.StringLiteralExpr;
import com.github.javaparser.ast.expr.TextBlockLiteralExpr;
import com.github.javaparser.ast.expr.TypePatternExpr;
import com.github.javaparser.ast.expr.UnaryExpr;
import com.github.javaparser.ast.expr.VariableDeclarationExpr;
import com.github.javaparser.ast.stmt.ExpressionStmt;
import com.github.javaparser.ast.stmt.ForEachStmt;
import com.github.javaparser.ast.stmt.ForStmt;
import com.github.javaparser.ast.stmt.TryStmt;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import moirai.sources.execution.values.Numbers;
import moirai.sources.index.SourceIndex;
import moirai.sources.index.SourceType;

/** Finds the types of expressions, as far as declarations and literals say them; empty where they do not. */
record Types(SourceIndex index) {

    /** The types of what methods of the platform return that the sources do not declare. */
    private static final Map<String, String> RETURNED = Map.ofEntries(
            Map.entry("size", "int"),
            Map.entry("length", "int"),
            Map.entry("indexOf", "int"),
            Map.entry("compareTo", "int"),
            Map.entry("intValue", "int"),
            Map.entry("parseInt", "int"),
            Map.entry("getInt", "int"),
            Map.entry("longValue", "long"),
            Map.entry("parseLong", "long"),
            Map.entry("getLong", "long"),
            Map.entry("doubleValue", "double"),
            Map.entry("parseDouble", "double"),
            Map.entry("getDouble", "double"),
            Map.entry("charAt", "char"));

    /** Returns the type of an expression in a type's code. */
    String of(Expression expression, SourceType type) {
        return switch (expression) {
            case EnclosedExpr enclosed -> of(enclosed.getInner(), type);
            case IntegerLiteralExpr number -> "int";
            case LongLiteralExpr number -> "long";
            case DoubleLiteralExpr number -> isFloat(number) ? "float" : "double";
            case CharLiteralExpr letter -> "char";
            case BooleanLiteralExpr truth -> "boolean";
            case StringLiteralExpr text -> "String";
            case TextBlockLiteralExpr text -> "String";
            case CastExpr cast -> cast.getTypeAsString();
            case ObjectCreationExpr made -> made.getTypeAsString();
            case NameExpr name -> declared(name.getNameAsString(), name, type);
            case FieldAccessExpr access -> field(access, type);
            case ArrayAccessExpr element -> {
                String array = of(element.getName(), type);
                yield array.endsWith("[]") ? array.substring(0, array.length() - 2) : "";
            }
            case AssignExpr assigned -> of(assigned.getTarget(), type);
            case UnaryExpr unary -> unary(unary, type);
            case BinaryExpr binary -> binary(binary, type);
            case ConditionalExpr choice -> {
                String first = of(choice.getThenExpr(), type);
                String second = of(choice.getElseExpr(), type);
                yield first.equals(second) ? first : Numbers.promoted(first, second);
            }
            case MethodCallExpr call -> returned(call);
            default -> "";
        };
    }

    /** Returns whether a literal is of type float. */
    static boolean isFloat(DoubleLiteralExpr number) {
        return number.getValue().matches(".*[fF]") && !number.getValue().startsWith("0x");
    }

    private String field(FieldAccessExpr access, SourceType type) {
        if (access.getScope().isThisExpr()) {
            return fieldOf(access.getNameAsString(), type).orElse("");
        }
        return switch (access.toString()) {
            case "Integer.MAX_VALUE", "Integer.MIN_VALUE" -> "int";
            case "Long.MAX_VALUE", "Long.MIN_VALUE" -> "long";
            default ->
                access.getNameAsString().equals("length")
                        ? "int"
                        : index.type(of(access.getScope(), type), type)
                                .flatMap(owner -> fieldOf(access.getNameAsString(), owner))
                                .orElse("");
        };
    }

    private String unary(UnaryExpr unary, SourceType type) {
        String inner = of(unary.getExpression(), type);
        return switch (unary.getOperator()) {
            case PLUS, MINUS, BITWISE_COMPLEMENT -> Numbers.promoted(inner, "int");
            case LOGICAL_COMPLEMENT -> "boolean";
            case PREFIX_INCREMENT, POSTFIX_INCREMENT, PREFIX_DECREMENT, POSTFIX_DECREMENT -> inner;
        };
    }

    private String binary(BinaryExpr binary, SourceType type) {
        String left = of(binary.getLeft(), type);
        String right = of(binary.getRight(), type);
        return switch (binary.getOperator()) {
            case PLUS -> left.equals("String") || right.equals("String") ? "String" : Numbers.promoted(left, right);
            case MINUS, MULTIPLY, DIVIDE, REMAINDER, BINARY_AND, BINARY_OR, XOR -> Numbers.promoted(left, right);
            case LEFT_SHIFT, SIGNED_RIGHT_SHIFT, UNSIGNED_RIGHT_SHIFT -> Numbers.promoted(left, "int");
            case AND, OR, EQUALS, NOT_EQUALS, LESS, GREATER, LESS_EQUALS, GREATER_EQUALS -> "boolean";
        };
    }

    private String returned(MethodCallExpr call) {
        String name = call.getNameAsString();
        List<String> types = index.all().stream()
                .flatMap(type -> type.declaration().getMethodsByName(name).stream())
                .map(MethodDeclaration::getTypeAsString)
                .distinct()
                .toList();
        return types.isEmpty() ? RETURNED.getOrDefault(name, "") : types.size() == 1 ? types.getFirst() : "";
    }

    /** Returns the type of a variable: of the nearest declaration around its use, or of a field. */
    private String declared(String name, Node use, SourceType type) {
        Node inner = use;
        Optional<Node> outer = inner.getParentNode();
        while (outer.isPresent()) {
            Node child = inner;
            Optional<String> found = in(outer.get(), child, name, type);
            if (found.isPresent()) {
                return found.get();
            }
            if (outer.get() instanceof CallableDeclaration<?> code) {
                boolean isPattern = code.findAll(TypePatternExpr.class).stream()
                        .anyMatch(pattern -> pattern.getNameAsString().equals(name));
                return isPattern ? "" : fieldOf(name, type).orElse("");
            }
            inner = outer.get();
            outer = inner.getParentNode();
        }
        return fieldOf(name, type).orElse("");
    }

    private Optional<String> in(Node scope, Node child, String name, SourceType type) {
        return switch (scope) {
            case CallableDeclaration<?> code -> parameter(code.getParameters(), name);
            case LambdaExpr lambda -> parameter(lambda.getParameters(), name);
            case ForEachStmt loop -> variable(loop.getVariable(), name, type);
            case ForStmt loop -> variables(loop.getInitialization().stream(), name, type);
            case TryStmt block -> variables(block.getResources().stream(), name, type);
            default ->
                variables(
                        scope.getChildNodes().stream()
                                .takeWhile(node ->
                                        !node.equals(child) || !node.getRange().equals(child.getRange()))
                                .filter(ExpressionStmt.class::isInstance)
                                .map(statement -> ((ExpressionStmt) statement).getExpression()),
                        name,
                        type);
        };
    }

    private static Optional<String> parameter(List<Parameter> parameters, String name) {
        return parameters.stream()
                .filter(parameter -> parameter.getNameAsString().equals(name))
                .map(parameter -> parameter.getTypeAsString() + (parameter.isVarArgs() ? "[]" : ""))
                .findFirst();
    }

    private Optional<String> variables(Stream<Expression> expressions, String name, SourceType type) {
        return expressions
                .filter(VariableDeclarationExpr.class::isInstance)
                .flatMap(declaration -> variable((VariableDeclarationExpr) declaration, name, type).stream())
                .reduce((first, second) -> second);
    }

    private Optional<String> variable(VariableDeclarationExpr declaration, String name, SourceType type) {
        return declaration.getVariables().stream()
                .filter(variable -> variable.getNameAsString().equals(name))
                .map(variable -> of(variable, type))
                .findFirst();
    }

    /** Returns the type of a variable; for {@code var}, that of what it is declared with. */
    String of(VariableDeclarator variable, SourceType type) {
        return variable.getType().isVarType()
                ? variable.getInitializer().map(start -> of(start, type)).orElse("")
                : variable.getTypeAsString();
    }

    private Optional<String> fieldOf(String name, SourceType type) {
        return type.variable(name)
                .map(VariableDeclarator::getTypeAsString)
                .or(() -> type.component(name).map(Parameter::getTypeAsString))
                .or(() -> index.supertypes(type).stream()
                        .flatMap(parent -> fieldOf(name, parent).stream())
                        .findFirst())
                .or(() -> index.enclosing(type).flatMap(outer -> fieldOf(name, outer)));
    }
}
