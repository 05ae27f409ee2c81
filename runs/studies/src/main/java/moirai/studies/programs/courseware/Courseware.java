package moirai.studies.programs.courseware;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/** The five transactions of courseware. The caller commits. Each returns whether it changed anything. */
public final class Courseware {

    private static final String COURSES_OF_NAME = "SELECT COUNT(*) AS number FROM courses WHERE name = ?";

    private static final String INSERT_COURSE = "INSERT INTO courses (c, name, capacity) VALUES (?, ?, ?)";

    private static final String STUDENTS_OF_NAME = "SELECT COUNT(*) AS number FROM students WHERE name = ?";

    private static final String INSERT_STUDENT = "INSERT INTO students (s, name) VALUES (?, ?)";

    private static final String CAPACITY = "SELECT capacity FROM courses WHERE c = ?";

    private static final String STUDENT = "SELECT name FROM students WHERE s = ?";

    private static final String ENROLLED_IN = "SELECT COUNT(*) AS number FROM enrolled WHERE c = ?";

    private static final String INSERT_ENROLLED = "INSERT INTO enrolled (c, s) VALUES (?, ?)";

    private static final String COURSES_OF = "SELECT COUNT(*) AS number FROM enrolled WHERE s = ?";

    private static final String DELETE_COURSE = "DELETE FROM courses WHERE c = ?";

    private static final String DELETE_STUDENT = "DELETE FROM students WHERE s = ?";

    /** Returns the statements that create the tables, in order. */
    public static List<String> schema() {
        return List.of(
                "CREATE TABLE courses (c INTEGER PRIMARY KEY, name VARCHAR(64) NOT NULL, capacity INTEGER NOT NULL)",
                "CREATE TABLE students (s INTEGER PRIMARY KEY, name VARCHAR(64) NOT NULL)",
                "CREATE TABLE enrolled (c INTEGER NOT NULL, s INTEGER NOT NULL, PRIMARY KEY (c, s))");
    }

    /** Inserts this number of courses and students, with two places in each course and no enrolments. */
    public static void load(Connection connection, int count) throws SQLException {
        var courseware = new Courseware();
        for (int id = 1; id <= count; id++) {
            courseware.addCourse(connection, id, "course " + id, 2);
            courseware.addStudent(connection, id, "student " + id);
        }
    }

    /** Adds a course, unless there is one of this name. */
    public boolean addCourse(Connection connection, int course, String name, int capacity) throws SQLException {
        try (var select = connection.prepareStatement(COURSES_OF_NAME);
                var insert = connection.prepareStatement(INSERT_COURSE)) {
            select.setString(1, name);
            var known = select.executeQuery();
            known.next();
            if (known.getInt("number") > 0) {
                return false;
            }
            insert.setInt(1, course);
            insert.setString(2, name);
            insert.setInt(3, capacity);
            insert.executeUpdate();
            return true;
        }
    }

    /** Adds a student, unless there is one of this name. */
    public boolean addStudent(Connection connection, int student, String name) throws SQLException {
        try (var select = connection.prepareStatement(STUDENTS_OF_NAME);
                var insert = connection.prepareStatement(INSERT_STUDENT)) {
            select.setString(1, name);
            var known = select.executeQuery();
            known.next();
            if (known.getInt("number") > 0) {
                return false;
            }
            insert.setInt(1, student);
            insert.setString(2, name);
            insert.executeUpdate();
            return true;
        }
    }

    /** Enrols a student in a course, if both exist and the course has a place left. */
    public boolean enroll(Connection connection, int course, int student) throws SQLException {
        try (var capacity = connection.prepareStatement(CAPACITY);
                var name = connection.prepareStatement(STUDENT);
                var enrolled = connection.prepareStatement(ENROLLED_IN);
                var insert = connection.prepareStatement(INSERT_ENROLLED)) {
            capacity.setInt(1, course);
            var courses = capacity.executeQuery();
            if (!courses.next()) {
                return false;
            }
            name.setInt(1, student);
            var students = name.executeQuery();
            if (!students.next()) {
                return false;
            }
            enrolled.setInt(1, course);
            var taken = enrolled.executeQuery();
            taken.next();
            if (taken.getInt("number") >= courses.getInt("capacity")) {
                return false;
            }
            insert.setInt(1, course);
            insert.setInt(2, student);
            insert.executeUpdate();
            return true;
        }
    }

    /** Removes a course that nobody is enrolled in. */
    public boolean removeCourse(Connection connection, int course) throws SQLException {
        try (var enrolled = connection.prepareStatement(ENROLLED_IN);
                var delete = connection.prepareStatement(DELETE_COURSE)) {
            enrolled.setInt(1, course);
            var taken = enrolled.executeQuery();
            taken.next();
            if (taken.getInt("number") > 0) {
                return false;
            }
            delete.setInt(1, course);
            return delete.executeUpdate() > 0;
        }
    }

    /** Removes a student who is enrolled in no course. */
    public boolean removeStudent(Connection connection, int student) throws SQLException {
        try (var enrolled = connection.prepareStatement(COURSES_OF);
                var delete = connection.prepareStatement(DELETE_STUDENT)) {
            enrolled.setInt(1, student);
            var taken = enrolled.executeQuery();
            taken.next();
            if (taken.getInt("number") > 0) {
                return false;
            }
            delete.setInt(1, student);
            return delete.executeUpdate() > 0;
        }
    }
}
