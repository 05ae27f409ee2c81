package moirai.sources;

import com.github.javaparser.ast.CompilationUnit;
import com.github.javaparser.ast.body.VariableDeclarator;
import com.github.javaparser.ast.expr.BinaryExpr;
import com.github.javaparser.ast.expr.Expression;
import com.github.javaparser.ast.expr.LiteralStringValueExpr;
import com.github.javaparser.ast.expr.NameExpr;
import com.github.javaparser.ast.expr.StringLiteralExpr;
import com.github.javaparser.ast.expr.TextBlockLiteralExpr;
import moirai.directed.program.Origin;
import moirai.sources.sql.tables.Schema;

/** The texts in a file that define tables, joined with the constants of the file that are added to them. */
record Definitions(CompilationUnit unit, String file) {

    void defineIn(Schema schema) {
        for (LiteralStringValueExpr literal : unit.findAll(LiteralStringValueExpr.class)) {
            if (Schema.isDefinition(text(literal))) {
                schema.define(whole(literal), origin(literal));
            }
        }
    }

    /** Changes tables as the file says; they may be defined in another file. */
    void changeIn(Schema schema) {
        for (LiteralStringValueExpr literal : unit.findAll(LiteralStringValueExpr.class)) {
            if (Schema.isAddition(text(literal))) {
                schema.change(whole(literal), origin(literal));
            }
        }
    }

    private Origin origin(LiteralStringValueExpr literal) {
        return new Origin(file, literal.getBegin().map(begin -> begin.line).orElse(1));
    }

    private String text(Expression expression) {
        return switch (expression) {
            case TextBlockLiteralExpr block -> block.asString();
            case StringLiteralExpr line -> line.asString();
            case NameExpr name ->
                unit.findAll(VariableDeclarator.class).stream()
                        .filter(variable -> variable.getNameAsString().equals(name.getNameAsString()))
                        .flatMap(variable -> variable.getInitializer().stream())
                        .filter(Expression::isLiteralStringValueExpr)
                        .map(this::text)
                        .findFirst()
                        .orElse("");
            default -> "";
        };
    }

    private String whole(Expression literal) {
        var text = new StringBuilder(text(literal));
        Expression node = literal;
        while (node.getParentNode().orElse(null) instanceof BinaryExpr sum
                && sum.getLeft().equals(node)) {
            text.append(text(sum.getRight()));
            node = sum;
        }
        return text.toString();
    }
}
