package moirai.observation.rehearsals;

import java.util.HashMap;
import java.util.Map;
import moirai.directed.program.Expression;
import moirai.directed.program.Origin;
import moirai.sources.sql.SqlContext;
import moirai.sources.sql.SqlTranslator;

/** Translates each statement of SQL once, where it is first met. */
public final class Templates {

    private final SqlTranslator translator;
    private final Map<String, Template> known = new HashMap<>();

    public Templates(SqlTranslator translator) {
        this.translator = translator;
    }

    public Template of(String text, Origin origin) {
        return known.computeIfAbsent(
                text, sql -> new Template(known.size() + 1, translator.translate(sql, new Context(origin))));
    }

    /** The context of a template: values are parameters, to be replaced later. */
    private static final class Context implements SqlContext {

        private final Origin origin;
        private int names;

        Context(Origin origin) {
            this.origin = origin;
        }

        @Override
        public Expression bound(int index) {
            return new Expression.Parameter("?" + index);
        }

        @Override
        public Expression hole(String name) {
            return new Expression.Parameter(name);
        }

        @Override
        public String label(String letter) {
            return letter + ++names;
        }

        @Override
        public Expression any(String name) {
            return new Expression.Any(name + ++names);
        }

        @Override
        public Origin origin() {
            return origin;
        }
    }
}
