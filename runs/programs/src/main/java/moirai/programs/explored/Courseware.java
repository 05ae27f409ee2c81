package moirai.programs.explored;

import java.util.List;
import java.util.SplittableRandom;
import moirai.exploration.program.ProgramTxn;
import moirai.exploration.program.Txn;

/** Courses that students enrol in while they are open and not full (paper, section 7.2). */
final class Courseware implements Application {

    private static final Table STUDENTS = new Table("student");
    private static final Table COURSES = new Table("course");
    private static final Table ENROLMENTS = new Table("enrolment");

    /** A student. A student who is registered for the year can no longer enrol. */
    private record Student(boolean isRegistered) {}

    private record Course(boolean isOpen, int capacity) {}

    @Override
    public String label() {
        return "courseware";
    }

    @Override
    public List<Table> tables() {
        return List.of(STUDENTS, COURSES, ENROLMENTS);
    }

    @Override
    public List<CallKind<Stored>> rows() {
        return List.of(
                STUDENTS.row(
                        "id, registered|unregistered", 1, row -> new Student(row.is(1, "registered", "unregistered"))),
                COURSES.row(
                        "id, open|closed, capacity", 1, row -> new Course(row.is(1, "open", "closed"), row.number(2))));
    }

    @Override
    public List<CallKind<Called>> calls() {
        return List.of(
                new CallKind<>("enroll(student, course)", (call, mark) -> {
                    int student = call.number(0);
                    int course = call.number(1);
                    return txn -> enroll(txn, student, course);
                }),
                new CallKind<>("getEnrollments()", (call, mark) -> ENROLMENTS::ids),
                Application.ofNumber("openCourse(course)", (txn, course) -> status(txn, course, true)),
                Application.ofNumber("closeCourse(course)", (txn, course) -> status(txn, course, false)),
                Application.ofNumber("deleteCourse(course)", Courseware::delete));
    }

    private static Object enroll(Txn txn, int student, int course) {
        Student who = STUDENTS.rowOrAbort(txn, Id.of(student), Student.class);
        Course where = COURSES.rowOrAbort(txn, Id.of(course), Course.class);
        if (who.isRegistered() || !where.isOpen()) {
            return "not admitted";
        }
        if (enrolled(txn, course) >= where.capacity()) {
            return "full";
        }
        ENROLMENTS.insert(txn, Id.of(course, student));
        return "enrolled";
    }

    private static long enrolled(Txn txn, int course) {
        return ENROLMENTS.ids(txn).stream().filter(id -> id.startsWith(course)).count();
    }

    /** Reads the course and writes it back with another status, as object-relational mappers do. */
    private static Object status(Txn txn, int course, boolean isOpen) {
        Id id = Id.of(course);
        var found = COURSES.row(txn, id, Course.class);
        found.ifPresent(is -> COURSES.update(txn, id, new Course(isOpen, is.capacity())));
        return found.isPresent() ? "done" : "no such course";
    }

    /** Closes the course, and deletes it and its enrolments one by one. */
    private static Object delete(Txn txn, int course) {
        Object reply = status(txn, course, false);
        COURSES.delete(txn, Id.of(course));
        for (Id id : ENROLMENTS.ids(txn)) {
            if (id.startsWith(course)) {
                ENROLMENTS.delete(txn, id);
            }
        }
        return reply;
    }

    @Override
    public List<ProgramTxn> invariants(List<Call> rows, List<List<Call>> sessions) {
        return List.of(
                new ProgramTxn("no course is over its capacity", Courseware::assertCapacity),
                new ProgramTxn("every enrolment has its course", Courseware::assertCourses));
    }

    private static Object assertCapacity(Txn txn) {
        for (Id id : COURSES.ids(txn)) {
            int capacity = COURSES.rowOrAbort(txn, id, Course.class).capacity();
            long enrolled = enrolled(txn, id.number(0));
            if (enrolled > capacity) {
                throw new AssertionError(
                        "course " + id + " has " + enrolled + " enrolments, more than its capacity " + capacity);
            }
        }
        return "holds";
    }

    private static Object assertCourses(Txn txn) {
        List<Id> courses = COURSES.ids(txn);
        for (Id enrolment : ENROLMENTS.ids(txn)) {
            if (!courses.contains(Id.of(enrolment.number(0)))) {
                throw new AssertionError("enrolment " + enrolment + " is for a course that does not exist");
            }
        }
        return "holds";
    }

    @Override
    public String randomRows() {
        return "student(1, unregistered); student(2, unregistered); student(3, unregistered);"
                + " course(1, open, 1); course(2, open, 2)";
    }

    @Override
    public Call randomCall(SplittableRandom random, int number) {
        int course = random.nextInt(1, 3);
        return switch (random.nextInt(8)) {
            case 0, 1, 2 -> Call.of("enroll", random.nextInt(1, 4), course);
            case 3, 4 -> Call.of("getEnrollments");
            case 5 -> Call.of("openCourse", course);
            case 6 -> Call.of("closeCourse", course);
            default -> Call.of("deleteCourse", course);
        };
    }
}
