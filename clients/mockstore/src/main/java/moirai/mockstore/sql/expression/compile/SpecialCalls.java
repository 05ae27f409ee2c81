package moirai.mockstore.sql.expression.compile;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import moirai.mockstore.sql.expression.Coercion;
import moirai.mockstore.sql.expression.Constant;
import moirai.mockstore.sql.expression.SqlExpression;
import moirai.mockstore.sql.syntax.Identifiers;
import moirai.mockstore.sql.syntax.TypeNames;
import moirai.mockstore.sql.types.Casts;
import moirai.mockstore.sql.types.ColumnType;
import moirai.mockstore.sql.types.SqlType;
import moirai.mockstore.sql.types.TypeErrors;
import net.sf.jsqlparser.expression.CastExpression;
import net.sf.jsqlparser.expression.CollateExpression;
import net.sf.jsqlparser.expression.Expression;
import net.sf.jsqlparser.expression.ExtractExpression;
import net.sf.jsqlparser.expression.TimezoneExpression;
import net.sf.jsqlparser.expression.TrimFunction;

/** Compiles functions that the SQL standard gives a syntax of their own. */
final class SpecialCalls {

    private static final Pattern COLLATE = Pattern.compile("\\bCOLLATE\\b", Pattern.CASE_INSENSITIVE);

    private SpecialCalls() {}

    static SqlExpression cast(CastExpression cast, ExpressionCompiler compiler) {
        boolean plain = cast.getFormat() == null
                && (cast.getColumnDefinitions() == null
                        || cast.getColumnDefinitions().isEmpty())
                && (cast.keyword == null || cast.keyword.isEmpty() || cast.keyword.equalsIgnoreCase("cast"));
        if (!plain) {
            throw TypeErrors.unsupported("the cast " + cast);
        }
        ColumnType target = TypeNames.of(cast.getColDataType());
        return Coercion.cast(compiler.compile(cast.getLeftExpression()), target);
    }

    /** Returns {@code trim(both 'x' from text)} or {@code trim(text, 'x')}. */
    static SqlExpression trim(TrimFunction trim, ExpressionCompiler compiler) {
        List<SqlExpression> arguments = new ArrayList<>();
        if (trim.getExpression() != null) {
            arguments.add(compiler.compile(trim.getExpression()));
        }
        if (trim.getFromExpression() != null) {
            int position = trim.isUsingFromKeyword() ? 0 : arguments.size();
            arguments.add(position, compiler.compile(trim.getFromExpression()));
        }
        String name = trim.getTrimSpecification() == null
                ? "btrim"
                : switch (trim.getTrimSpecification()) {
                    case LEADING -> "ltrim";
                    case TRAILING -> "rtrim";
                    case BOTH -> "btrim";
                };
        return Operators.function(name, arguments);
    }

    static SqlExpression extract(ExtractExpression extract, ExpressionCompiler compiler) {
        String field = extract.getName();
        String name = field.startsWith("'") ? field.substring(1, field.length() - 1) : field;
        return Operators.function(
                "extract",
                List.of(
                        new Constant(SqlType.TEXT, Identifiers.lower(name)),
                        compiler.compile(extract.getExpression())));
    }

    /**
     * Refuses a text with COLLATE where letters of both cases are taken for the same: in collation C, which is accepted
     * because it orders texts as the store does, letters beyond ASCII have no case.
     */
    static void requireDefaultCollation(Object construct, List<Expression> operands) {
        for (Expression operand : operands) {
            if (COLLATE.matcher(operand.toString()).find()) {
                throw TypeErrors.unsupported("COLLATE within " + construct);
            }
        }
    }

    /** Returns the operand of COLLATE; texts are always compared by code point. */
    static SqlExpression collate(CollateExpression collate, ExpressionCompiler compiler) {
        String name = Identifiers.of(collate.getCollate());
        if (!name.equals("C") && !name.equals("POSIX") && !name.equals("default")) {
            throw TypeErrors.unsupported("the collation " + collate.getCollate());
        }
        SqlExpression value = Coercion.output(compiler.compile(collate.getLeftExpression()));
        if (!Casts.isString(value.type())) {
            throw new moirai.mockstore.StoreException(
                    "42804",
                    "collations are not supported by type " + value.type().sqlName());
        }
        return value;
    }

    /** Returns AT TIME ZONE: a timestamp without zone gets a zone, and one with zone loses it. */
    static SqlExpression timezone(TimezoneExpression timezone, ExpressionCompiler compiler) {
        return inZones(compiler.compile(timezone.getLeftExpression()), timezone, compiler);
    }

    /** Applies zones from left to right, although the parser takes the second for one of the first. */
    private static SqlExpression inZones(SqlExpression time, TimezoneExpression zones, ExpressionCompiler compiler) {
        SqlExpression value = time;
        for (Expression zone : zones.getTimezoneExpressions()) {
            Expression first = zone instanceof TimezoneExpression more ? more.getLeftExpression() : zone;
            value = Operators.function("timezone", List.of(compiler.compile(first), value));
            value = zone instanceof TimezoneExpression more ? inZones(value, more, compiler) : value;
        }
        return value;
    }
}
