package moirai.studies.keyvalue.applications;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import moirai.exploration.program.Txn;
import moirai.studies.keyvalue.Assertion;
import moirai.studies.keyvalue.Call;
import moirai.studies.keyvalue.Execution;
import moirai.studies.keyvalue.KeyValueProgram;
import moirai.studies.keyvalue.Operation;

/**
 * Students and courses (Nair, Petri, Shapiro 2020). Only registered students may be enrolled, only in active courses,
 * and only while the course has places. A key for each student says whether the student is registered; two keys for
 * each course say whether it is active, and which students are enrolled.
 *
 * @param students who are registered at the beginning
 * @param courses with their capacities
 * @param isOpen whether the courses are active at the beginning
 */
public record Courseware(List<String> students, SortedMap<String, Integer> courses, boolean isOpen)
        implements KeyValueProgram {

    /** The course never confirms more enrolments than it has places, if no place was freed. */
    public static final Assertion WITHIN_CAPACITY =
            new Assertion("course registration overflow", Courseware::overflows);

    /** A session that has removed a course, which nobody creates again, sees no student in it. */
    public static final Assertion REMOVED_IS_EMPTY =
            new Assertion("removed course registration", Courseware::removedHasStudents);

    /** A call of a client. */
    public sealed interface Request {}

    /** Registers a student; replies whether the student was new. */
    public record Register(String student) implements Request {
        @Override
        public String toString() {
            return "register(" + student + ")";
        }
    }

    /** Removes a student from the register and from all courses; replies whether the student was registered. */
    public record Deregister(String student) implements Request {
        @Override
        public String toString() {
            return "deregister(" + student + ")";
        }
    }

    /** Activates a course; replies whether it was inactive. */
    public record Create(String course) implements Request {
        @Override
        public String toString() {
            return "create(" + course + ")";
        }
    }

    /** Ends a course and all its enrolments; replies whether it was active. */
    public record Remove(String course) implements Request {
        @Override
        public String toString() {
            return "remove(" + course + ")";
        }
    }

    /** Enrols a student; replies whether there was a place. */
    public record Enrol(String student, String course) implements Request {
        @Override
        public String toString() {
            return "enrol(" + student + ", " + course + ")";
        }
    }

    /** Replies with the students of one course, active or not. */
    public record Students(String course) implements Request {
        @Override
        public String toString() {
            return "students(" + course + ")";
        }
    }

    /** Replies with the students of each active course. */
    public record Enrolments() implements Request {
        @Override
        public String toString() {
            return "enrolments()";
        }
    }

    /** The students of each active course. */
    public record Lists(SortedMap<String, Names> names) {

        public Lists {
            names = Collections.unmodifiableSortedMap(new TreeMap<>(names));
        }

        /** Returns the students of a course, none if it is not active. */
        public Names of(String course) {
            return names.getOrDefault(course, NO_ONE);
        }

        @Override
        public String toString() {
            return names.toString();
        }
    }

    /** A set of students, in alphabetical order. */
    public record Names(SortedSet<String> names) {

        public Names {
            names = Collections.unmodifiableSortedSet(new TreeSet<>(names));
        }

        Names with(String name) {
            var changed = new TreeSet<>(names);
            changed.add(name);
            return new Names(changed);
        }

        Names without(String name) {
            var changed = new TreeSet<>(names);
            changed.remove(name);
            return new Names(changed);
        }

        @Override
        public String toString() {
            return names.toString();
        }
    }

    private record Key(String what, String name) {
        @Override
        public String toString() {
            return what + " " + name;
        }
    }

    private static final Names NO_ONE = new Names(new TreeSet<>());

    public Courseware {
        students = List.copyOf(students);
        courses = Collections.unmodifiableSortedMap(new TreeMap<>(courses));
    }

    /** Creates courses C with one place and D with two, and the students Ann, Ben and Cem. */
    public Courseware() {
        this(true);
    }

    private Courseware(boolean isOpen) {
        this(List.of("Ann", "Ben", "Cem"), new TreeMap<>(Map.of("C", 1, "D", 2)), isOpen);
    }

    /** Returns the same students and courses, with all courses inactive. */
    public static Courseware closed() {
        return new Courseware(false);
    }

    @Override
    public String name() {
        return "courseware";
    }

    @Override
    public Map<Object, Object> initial() {
        var initial = new LinkedHashMap<Object, Object>();
        for (String student : students) {
            initial.put(registered(student), true);
        }
        for (String course : courses.keySet()) {
            initial.put(active(course), isOpen);
            initial.put(enrolled(course), NO_ONE);
        }
        return initial;
    }

    @Override
    public List<Assertion> assertions() {
        return List.of(WITHIN_CAPACITY, REMOVED_IS_EMPTY);
    }

    @Override
    public Operation draw(int session, int position, SplittableRandom random) {
        String student = students.get(random.nextInt(students.size()));
        String course = List.copyOf(courses.keySet()).get(random.nextInt(courses.size()));
        return switch (random.nextInt(7)) {
            case 0 -> register(student);
            case 1 -> deregister(student);
            case 2 -> create(course);
            case 3 -> remove(course);
            case 4 -> enrol(student, course);
            case 5 -> students(course);
            default -> enrolments();
        };
    }

    /** Returns the call that registers a student. */
    public Operation register(String student) {
        return new Operation(new Register(student), store -> turnOn(store, registered(student)));
    }

    /** Returns the call that removes a student. */
    public Operation deregister(String student) {
        return new Operation(new Deregister(student), store -> {
            if (!isOn(store, registered(student))) {
                return false;
            }
            store.write(registered(student), false);
            for (String course : courses.keySet()) {
                Names names = names(store, course);
                if (names.names().contains(student)) {
                    store.write(enrolled(course), names.without(student));
                }
            }
            return true;
        });
    }

    /** Returns the call that activates a course. */
    public Operation create(String course) {
        return new Operation(new Create(course), store -> turnOn(store, active(course)));
    }

    /** Returns the call that ends a course. */
    public Operation remove(String course) {
        return new Operation(new Remove(course), store -> {
            if (!isOn(store, active(course))) {
                return false;
            }
            store.write(active(course), false);
            store.write(enrolled(course), NO_ONE);
            return true;
        });
    }

    /** Returns the call that enrols a student if there is a place. */
    public Operation enrol(String student, String course) {
        return new Operation(new Enrol(student, course), store -> {
            if (!isOn(store, registered(student)) || !isOn(store, active(course))) {
                return false;
            }
            Names names = names(store, course);
            if (names.names().size() >= courses.getOrDefault(course, 0)
                    || names.names().contains(student)) {
                return false;
            }
            store.write(enrolled(course), names.with(student));
            return true;
        });
    }

    /** Returns the call that asks for the students of a course. */
    public Operation students(String course) {
        return new Operation(new Students(course), store -> names(store, course));
    }

    /** Returns the call that asks for the students of all active courses. */
    public Operation enrolments() {
        return new Operation(new Enrolments(), store -> {
            var lists = new TreeMap<String, Names>();
            for (String course : courses.keySet()) {
                if (isOn(store, active(course))) {
                    lists.put(course, names(store, course));
                }
            }
            return new Lists(lists);
        });
    }

    private static boolean turnOn(Txn store, Key key) {
        if (isOn(store, key)) {
            return false;
        }
        store.write(key, true);
        return true;
    }

    private static boolean isOn(Txn store, Key key) {
        return store.read(key, Boolean.class, false);
    }

    private static Names names(Txn store, String course) {
        return store.read(enrolled(course), Names.class, NO_ONE);
    }

    private static Key registered(String student) {
        return new Key("registered", student);
    }

    private static Key active(String course) {
        return new Key("active", course);
    }

    private static Key enrolled(String course) {
        return new Key("enrolled in", course);
    }

    private static boolean overflows(Execution execution) {
        List<Call> granted =
                execution.completed().filter(call -> call.reply().equals(true)).toList();
        return execution.harness().program() instanceof Courseware program
                && program.courses.entrySet().stream()
                        .anyMatch(course -> places(granted, course.getKey()) > course.getValue());
    }

    /** Returns the number of students with a place in the course; 0 if any of them may have lost it again. */
    private static long places(List<Call> granted, String course) {
        var students = new TreeSet<String>();
        for (Call call : granted) {
            switch (call.request()) {
                case Enrol enrol when enrol.course().equals(course) -> students.add(enrol.student());
                case Remove remove
                when remove.course().equals(course) -> {
                    return 0;
                }
                case Deregister deregister -> {
                    return 0;
                }
                case Object other -> {}
            }
        }
        return students.size();
    }

    /**
     * Returns whether a removed course has students. A removal that found the course inactive proves nothing, because
     * it may have come before the creation.
     */
    private static boolean removedHasStudents(Execution execution) {
        List<Call> calls = execution.completed().toList();
        return calls.stream()
                .anyMatch(removal -> removal.request() instanceof Remove(String course)
                        && removal.reply().equals(true)
                        && calls.stream().noneMatch(call -> call.request().equals(new Create(course)))
                        && calls.stream().anyMatch(call -> isStudentSeen(course, call, removal)));
    }

    private static boolean isStudentSeen(String course, Call seeing, Call removal) {
        return seeing.session() == removal.session()
                && removal.isBefore(seeing)
                && switch (seeing.reply()) {
                    case Lists lists -> !lists.of(course).names().isEmpty();
                    case Names names ->
                        seeing.request().equals(new Students(course))
                                && !names.names().isEmpty();
                    case Object other -> false;
                };
    }
}
