package moirai.directed.examples;

import static moirai.directed.examples.Parts.*;

import java.util.List;
import java.util.Set;
import moirai.directed.program.Condition;
import moirai.directed.program.Expression;
import moirai.directed.program.Operator;
import moirai.directed.program.Program;
import moirai.directed.program.Statement;
import moirai.directed.program.TxnType;
import moirai.directed.search.Levels;

/**
 * Courses with capacities, students, and enrolments, after Nagar, Jagannathan, Automated Detection of Serializability
 * Violations under Weak Consistency (2018), section 6; written from the text.
 */
public final class Courseware {

    private Courseware() {}

    public static Program program() {
        return new Program(
                "courseware",
                List.of(
                        table("COURSES", "c", "name", "capacity"),
                        table("STUDENTS", "s", "name"),
                        table("ENROLLED", "c,s")),
                List.of(
                        addCourse(),
                        addStudent(),
                        enroll(),
                        remove("remCourse", "COURSES", "c"),
                        remove("remStudent", "STUDENTS", "s")));
    }

    /**
     * Returns the same program with a count of the occupied places beside the capacity, so that two enrolments in a
     * course conflict, and with additions that check whether the key exists, as a database with primary keys does.
     */
    public static Program withPlaces() {
        return new Program(
                "courseware-with-places",
                List.of(
                        table("COURSES", "c", "name", "capacity", "taken"),
                        table("STUDENTS", "s", "name"),
                        table("ENROLLED", "c,s")),
                List.of(
                        txn(
                                "addCourse",
                                "c,name,capacity",
                                select("q1", "", "COURSES", either("c")),
                                when(
                                        none("q1"),
                                        insert(
                                                "i1",
                                                "COURSES",
                                                to("c", parameter("c")),
                                                to("name", parameter("name")),
                                                to("capacity", parameter("capacity")),
                                                to("taken", constant(0))))),
                        txn(
                                "addStudent",
                                "s,name",
                                select("q1", "", "STUDENTS", either("s")),
                                when(
                                        none("q1"),
                                        insert(
                                                "i1",
                                                "STUDENTS",
                                                to("s", parameter("s")),
                                                to("name", parameter("name"))))),
                        enrollInPlace(),
                        remove("remCourse", "COURSES", "c"),
                        remove("remStudent", "STUDENTS", "s")));
    }

    /**
     * Returns the pairs that have to be serializable in each other's company beside enrolments at snapshot isolation.
     */
    public static Set<Levels.Pair> serializablePairs() {
        return Set.of(
                new Levels.Pair("addCourse", "addCourse"),
                new Levels.Pair("addStudent", "addStudent"),
                new Levels.Pair("enroll", "remCourse"),
                new Levels.Pair("enroll", "remStudent"),
                new Levels.Pair("addCourse", "remCourse"),
                new Levels.Pair("addStudent", "remStudent"),
                new Levels.Pair("remCourse", "remCourse"),
                new Levels.Pair("remStudent", "remStudent"));
    }

    private static Condition either(String key) {
        return new Condition.Or(List.of(is(key, key), is("name", "name")));
    }

    private static TxnType enrollInPlace() {
        Condition isFree = compare(result("q1.taken"), "<", result("q1.capacity"));
        Condition all = Condition.and(Condition.exists("q1"), Condition.exists("q2"), isFree);
        return txn(
                "enroll",
                "c,s",
                select("q1", "capacity,taken", "COURSES", is("c", "c")),
                select("q2", "", "STUDENTS", is("s", "s")),
                when(
                        all,
                        update(
                                "u1",
                                "COURSES",
                                is("c", "c"),
                                to("taken", result("q1.taken").plus(constant(1))))),
                when(all, insert("i1", "ENROLLED", to("c", parameter("c")), to("s", parameter("s")))));
    }

    private static TxnType addCourse() {
        return txn(
                "addCourse",
                "c,name,capacity",
                select("q1", "", "COURSES", is("name", "name")),
                when(
                        none("q1"),
                        insert(
                                "i1",
                                "COURSES",
                                to("c", parameter("c")),
                                to("name", parameter("name")),
                                to("capacity", parameter("capacity")))));
    }

    private static TxnType addStudent() {
        return txn(
                "addStudent",
                "s,name",
                select("q1", "", "STUDENTS", is("name", "name")),
                when(none("q1"), insert("i1", "STUDENTS", to("s", parameter("s")), to("name", parameter("name")))));
    }

    private static TxnType enroll() {
        Condition isFree = new Condition.Compare(new Expression.Count("q3"), Operator.LESS, result("q1.capacity"));
        Statement insert = insert("i1", "ENROLLED", to("c", parameter("c")), to("s", parameter("s")));
        return txn(
                "enroll",
                "c,s",
                select("q1", "capacity", "COURSES", is("c", "c")),
                select("q2", "", "STUDENTS", is("s", "s")),
                select("q3", "", "ENROLLED", is("c", "c")),
                when(Condition.and(Condition.exists("q1"), Condition.exists("q2"), isFree), insert));
    }

    private static TxnType remove(String name, String table, String key) {
        return txn(
                name,
                key,
                select("q1", "", "ENROLLED", is(key, key)),
                when(none("q1"), delete("d1", table, is(key, key))));
    }

    private static Condition none(String statement) {
        return compare(new Expression.Count(statement), "=", constant(0));
    }
}
