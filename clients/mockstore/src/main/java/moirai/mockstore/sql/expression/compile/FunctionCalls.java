package moirai.mockstore.sql.expression.compile;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import moirai.mockstore.StoreException;
import moirai.mockstore.sql.expression.SqlExpression;
import moirai.mockstore.sql.expression.aggregate.Aggregates;
import moirai.mockstore.sql.expression.function.Functions;
import moirai.mockstore.sql.syntax.Identifiers;
import moirai.mockstore.sql.types.TypeErrors;
import net.sf.jsqlparser.expression.AnalyticExpression;
import net.sf.jsqlparser.expression.AnalyticType;
import net.sf.jsqlparser.expression.CastExpression;
import net.sf.jsqlparser.expression.Expression;
import net.sf.jsqlparser.expression.Function;
import net.sf.jsqlparser.expression.operators.relational.ExpressionList;
import net.sf.jsqlparser.expression.operators.relational.NamedExpressionList;
import net.sf.jsqlparser.statement.select.AllColumns;
import net.sf.jsqlparser.statement.select.AllTableColumns;

/** Compiles calls of functions and aggregates. */
record FunctionCalls(ExpressionCompiler compiler) {

    private static final Set<String> SEQUENCE_FUNCTIONS = Set.of("nextval", "currval", "setval");

    /** The functions that may return another value, or do something, whenever they are called. */
    private static final Set<String> VOLATILE =
            Set.of("nextval", "currval", "lastval", "setval", "set_config", "random", "gen_random_uuid", "uuidv4");

    /** The functions that know which letters are the same but for their case. */
    private static final Set<String> FOLDING = Set.of("lower", "upper", "initcap");

    private static final Set<String> REGCLASS = Set.of("regclass", "pg_catalog.regclass");

    /** The functions of PostgreSQL that this store does not have; all other names are unknown to both. */
    private static final Set<String> UNSUPPORTED = Set.of("""
            row_number rank dense_rank percent_rank cume_dist ntile lag lead first_value last_value nth_value
            array_agg json_agg jsonb_agg json_object_agg jsonb_object_agg xmlagg bit_and bit_or bit_xor corr
            covar_pop covar_samp regr_slope mode percentile_cont percentile_disc range_agg any_value grouping
            format regexp_replace regexp_match regexp_matches regexp_split_to_array regexp_split_to_table
            regexp_count regexp_substr regexp_like regexp_instr to_date to_timestamp to_number make_date
            make_time make_timestamp make_timestamptz make_interval age justify_days justify_hours
            justify_interval generate_series unnest array_length array_to_string string_to_array array_append
            cardinality array_position json_build_object jsonb_build_object to_json to_jsonb row_to_json encode
            decode sha256 sha512 convert_from convert_to quote_ident quote_literal quote_nullable to_hex
            to_tsvector to_tsquery pg_sleep setval set_config current_setting txid_current
            hashtext pg_advisory_lock pg_advisory_xact_lock pg_try_advisory_lock pg_try_advisory_xact_lock
            pg_advisory_unlock obj_description col_description format_type pg_get_expr pg_get_constraintdef
            pg_get_indexdef pg_get_userbyid pg_table_is_visible has_table_privilege overlay normalize unistr
            width_bucket factorial gcd lcm sin cos tan asin acos atan atan2 degrees radians cbrt erf setseed
            isfinite date_bin num_nulls num_nonnulls pg_typeof xmlelement bit_count get_byte set_byte
            parse_ident trim_scale min_scale scale regr_count makeaclitem pg_size_pretty
            inet_server_addr string_to_table div sinh cosh tanh cot gamma casefold crc32 text int4 int8 int2
            float4 float8 numeric varchar bpchar bool timestamptz time uuid values
            """.strip().split("\\s+"));

    static SqlExpression compile(Function function, ExpressionCompiler compiler) {
        return new FunctionCalls(compiler).compile(function);
    }

    static SqlExpression compile(AnalyticExpression call, ExpressionCompiler compiler) {
        return new FunctionCalls(compiler).compile(call);
    }

    private SqlExpression compile(Function function) {
        String name = name(function.getMultipartName());
        refuseParts(function, name);
        List<Expression> arguments = arguments(function, name);
        if (Aggregates.isAggregate(name)) {
            var call = new AggregateCalls(compiler.scope(), name, function.isDistinct(), arguments);
            return call.compile(List.of(), function.getOrderByElements());
        }
        boolean plain = !function.isDistinct() && !function.isAllColumns() && function.getOrderByElements() == null;
        if (!plain) {
            throw new StoreException(
                    "42809", "DISTINCT, ALL or ORDER BY specified, but " + name + " is not an aggregate");
        }
        return scalar(name, arguments);
    }

    /** Refuses the optional parts of a call that no function of PostgreSQL has. */
    private static void refuseParts(Function function, String name) {
        boolean strange = function.getNullHandling() != null
                || function.isIgnoreNulls()
                || function.isIgnoreNullsOutside()
                || function.getLimit() != null
                || function.getHavingClause() != null
                || function.isUnique()
                || function.getChainedParameters() != null
                || function.isEscaped()
                || function.getAttribute() != null
                || function.getKeep() != null
                || function.getExtraKeyword() != null
                || (function.getKeywordArguments() != null
                        && !function.getKeywordArguments().isEmpty())
                || function.getOnOverflowTruncate() != null;
        if (strange) {
            throw TypeErrors.unsupported("this form of " + name + "(): " + function);
        }
    }

    private static String name(List<String> parts) {
        String name = Identifiers.of(parts.get(parts.size() - 1));
        String schema = parts.size() > 1 ? Identifiers.of(parts.get(parts.size() - 2)) : "pg_catalog";
        if (parts.size() > 2) {
            throw TypeErrors.unsupported("the function " + String.join(".", parts));
        }
        if (!schema.equals("pg_catalog")) {
            throw schema.equals("public")
                    ? new StoreException("42883", "function public." + name + "() does not exist")
                    : new StoreException("3F000", "schema \"" + schema + "\" does not exist");
        }
        return name;
    }

    /**
     * Returns the arguments of a call, including those of {@code position(a IN b)} and {@code substring(a FROM b FOR
     * c)}.
     */
    private static List<Expression> arguments(Function function, String name) {
        NamedExpressionList<?> named = function.getNamedParameters();
        if (named != null) {
            List<String> words =
                    named.getNames().stream().map(Identifiers::lower).toList();
            List<Expression> given = new ArrayList<>(named);
            if (name.equals("position") && words.equals(List.of("", "in"))) {
                return List.of(given.get(1), given.get(0));
            }
            boolean substring = words.equals(List.of("", "from")) || words.equals(List.of("", "from", "for"));
            if (name.equals("substring") && substring) {
                return given;
            }
            throw TypeErrors.unsupported("this form of " + name + "(): " + function);
        }
        ExpressionList<?> parameters = function.getParameters();
        return parameters == null ? List.of() : new ArrayList<>(parameters);
    }

    private SqlExpression scalar(String name, List<Expression> given) {
        for (Expression argument : given) {
            if (argument instanceof AllColumns || argument instanceof AllTableColumns) {
                throw new StoreException("42883", "function " + name + "(*) does not exist");
            }
        }
        if (FOLDING.contains(name)) {
            SpecialCalls.requireDefaultCollation(name + "()", given);
        }
        if (VOLATILE.contains(name)) {
            compiler.scope().vary();
        }
        boolean isOfSequence = SEQUENCE_FUNCTIONS.contains(name) && !given.isEmpty();
        List<SqlExpression> arguments = compiler.compileAll(isOfSequence ? withoutRegclass(given) : given);
        return switch (name) {
            case "coalesce" -> Conditionals.coalesce(arguments);
            case "greatest", "least" -> Conditionals.extreme(arguments, name.equals("greatest"));
            case "nullif" -> nullIf(arguments);
            default -> named(name, arguments);
        };
    }

    /** Returns the arguments of a function of sequences, whose name may be cast to the type of relations. */
    private static List<Expression> withoutRegclass(List<Expression> given) {
        Expression sequence = given.getFirst();
        while (sequence instanceof CastExpression cast
                && REGCLASS.contains(Identifiers.lower(cast.getColDataType().toString()))) {
            sequence = cast.getLeftExpression();
        }
        var arguments = new ArrayList<Expression>(given);
        arguments.set(0, sequence);
        return arguments;
    }

    private static SqlExpression nullIf(List<SqlExpression> arguments) {
        if (arguments.size() != 2) {
            throw new StoreException("42601", "NULLIF needs two arguments, not " + arguments.size());
        }
        return Conditionals.nullIf(arguments.get(0), arguments.get(1));
    }

    private static SqlExpression named(String name, List<SqlExpression> arguments) {
        return SessionValues.function(name, arguments)
                .or(() -> Variadics.function(name, arguments))
                .orElseGet(() -> {
                    if (!Functions.hasFunction(name) && UNSUPPORTED.contains(name)) {
                        throw TypeErrors.unsupported("the function " + name + "()");
                    }
                    return Operators.function(name, arguments);
                });
    }

    private SqlExpression compile(AnalyticExpression call) {
        String name = Identifiers.of(call.getName());
        if (call.getType() == AnalyticType.OVER || call.getWindowName() != null) {
            throw TypeErrors.unsupported("the window function " + name + "()");
        }
        boolean strange = call.getType() != AnalyticType.FILTER_ONLY
                || call.getFilterExpression() == null
                || call.isIgnoreNulls()
                || call.isIgnoreNullsOutside()
                || call.isUnique()
                || call.getKeep() != null
                || call.getHavingClause() != null
                || call.getNullHandling() != null
                || call.getLimit() != null
                || call.getOnOverflowTruncate() != null
                || call.getWindowElement() != null
                || (call.getKeywordArguments() != null
                        && !call.getKeywordArguments().isEmpty())
                || (call.getPartitionExpressionList() != null
                        && !call.getPartitionExpressionList().isEmpty());
        if (strange || !Aggregates.isAggregate(name)) {
            throw TypeErrors.unsupported("this form of " + name + "(): " + call);
        }
        List<Expression> arguments = new ArrayList<>();
        for (Expression argument :
                java.util.Arrays.asList(call.getExpression(), call.getOffset(), call.getDefaultValue())) {
            if (argument != null) {
                arguments.add(argument);
            }
        }
        if (call.isAllColumns() && arguments.isEmpty()) {
            arguments.add(new AllColumns());
        }
        return new AggregateCalls(compiler.scope(), name, call.isDistinct(), arguments)
                .compile(List.of(call.getFilterExpression()), call.getFuncOrderBy());
    }
}
