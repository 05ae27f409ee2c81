package moirai.runs.html;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/*
 * Wide: nodes on an ellipse, clockwise, the first at the upper left, or on the left of two. The ellipse grows until no
 * two nodes come closer than a label needs. An edge is a curve that bows outwards, so edges of a cycle never cross, and
 * the two of a cycle of two stay apart. Tall: nodes in a column, an edge to the next one straight down, any other
 * around the right side: for narrow screens, on which the wide one would be shrunk until nobody can read it.
 */
/** The positions of the nodes and edges of a small graph; lengths are pixels of the unscaled picture. */
final class CycleLayout {

    private static final double GAP_X = 120;
    private static final double GAP_Y = 60;
    private static final double FLATNESS = 0.55;
    private static final double STEP = 12;
    private static final double BOW = 46;
    private static final double MARGIN = 34;
    private static final double COLUMN_GAP = 62;
    private static final double SIDE = 54;

    private CycleLayout() {}

    /** The size of a node. */
    record Size(double width, double height) {}

    /** An edge between two nodes, by their indices. */
    record Edge(int from, int to) {}

    private record Point(double x, double y) {}

    /** A layout as data. */
    record Picture(long width, long height, List<Box> nodes, List<Curve> edges) {}

    /** A node by its upper left corner and its size. */
    record Box(long x, long y, long w, long h) {}

    /**
     * An edge as a curve with one control point.
     *
     * @param path in the notation of SVG
     * @param lx the horizontal position of the middle of its label; {@code ly} is the vertical one
     * @param x the horizontal position of its head; {@code y} is the vertical one
     * @param angle the direction of its head in degrees
     */
    record Curve(String path, long lx, long ly, long x, long y, long angle) {}

    /** Returns a layout on an ellipse. Costs O(nodes² × growth). */
    static Picture wide(List<Size> sizes, List<Edge> edges) {
        List<Point> centres = ellipse(sizes);
        double left = Double.MAX_VALUE;
        double top = Double.MAX_VALUE;
        double right = -Double.MAX_VALUE;
        double bottom = -Double.MAX_VALUE;
        for (int i = 0; i < sizes.size(); i++) {
            left = Math.min(left, centres.get(i).x - sizes.get(i).width / 2);
            right = Math.max(right, centres.get(i).x + sizes.get(i).width / 2);
            top = Math.min(top, centres.get(i).y - sizes.get(i).height / 2);
            bottom = Math.max(bottom, centres.get(i).y + sizes.get(i).height / 2);
        }
        double shiftX = MARGIN - left;
        double shiftY = MARGIN - top;
        List<Point> shifted = centres.stream()
                .map(centre -> new Point(centre.x + shiftX, centre.y + shiftY))
                .toList();
        var drawn = edges.stream().map(edge -> bowed(edge, sizes, shifted)).toList();
        return new Picture(
                Math.round(right - left + 2 * MARGIN),
                Math.round(bottom - top + 2 * MARGIN),
                nodes(sizes, shifted),
                drawn);
    }

    private static List<Point> ellipse(List<Size> sizes) {
        int count = sizes.size();
        double radius = count == 1 ? 0 : GAP_X;
        while (true) {
            var centres = new ArrayList<Point>();
            for (int i = 0; i < count; i++) {
                double angle = Math.toRadians(-90 - 180.0 / count + 360.0 * i / count);
                centres.add(new Point(radius * Math.cos(angle), radius * FLATNESS * Math.sin(angle)));
            }
            if (count == 1 || !areCrowded(sizes, centres)) {
                return centres;
            }
            radius += STEP;
        }
    }

    private static boolean areCrowded(List<Size> sizes, List<Point> centres) {
        for (int i = 0; i < sizes.size(); i++) {
            for (int j = i + 1; j < sizes.size(); j++) {
                double apartX =
                        Math.abs(centres.get(i).x - centres.get(j).x) - (sizes.get(i).width + sizes.get(j).width) / 2;
                double apartY =
                        Math.abs(centres.get(i).y - centres.get(j).y) - (sizes.get(i).height + sizes.get(j).height) / 2;
                if (apartX < GAP_X && apartY < GAP_Y) {
                    return true;
                }
            }
        }
        return false;
    }

    private static Curve bowed(Edge edge, List<Size> sizes, List<Point> centres) {
        Point from = centres.get(edge.from);
        Point to = centres.get(edge.to);
        double length = Math.max(1, Math.hypot(to.x - from.x, to.y - from.y));
        // Outwards is to the left of who walks around clockwise.
        var control = new Point(
                (from.x + to.x) / 2 + (to.y - from.y) / length * BOW * 1.5,
                (from.y + to.y) / 2 - (to.x - from.x) / length * BOW * 1.5);
        Point start = border(from, sizes.get(edge.from), control);
        Point end = border(to, sizes.get(edge.to), control);
        return edge(start, control, end);
    }

    /** Returns the point where the line from the middle of a node to another point leaves the node. */
    private static Point border(Point centre, Size size, Point towards) {
        double dx = towards.x - centre.x;
        double dy = towards.y - centre.y;
        double scale = Math.min(
                dx == 0 ? Double.MAX_VALUE : (size.width / 2 + 3) / Math.abs(dx),
                dy == 0 ? Double.MAX_VALUE : (size.height / 2 + 3) / Math.abs(dy));
        return new Point(centre.x + dx * Math.min(1, scale), centre.y + dy * Math.min(1, scale));
    }

    /** Returns a layout in a column. Costs O(nodes + edges). */
    static Picture tall(List<Size> sizes, List<Edge> edges) {
        double width = sizes.stream().mapToDouble(Size::width).max().orElse(0);
        var centres = new ArrayList<Point>();
        double y = 4;
        for (Size size : sizes) {
            centres.add(new Point(4 + width / 2, y + size.height / 2));
            y += size.height + COLUMN_GAP;
        }
        var drawn = new ArrayList<Curve>();
        for (Edge edge : edges) {
            Point from = centres.get(edge.from);
            Point to = centres.get(edge.to);
            if (edge.to == edge.from + 1) {
                double half = sizes.get(edge.from).height / 2;
                var start = new Point(from.x, from.y + half + 3);
                var end = new Point(to.x, to.y - sizes.get(edge.to).height / 2 - 3);
                drawn.add(edge(start, new Point((start.x + end.x) / 2, (start.y + end.y) / 2), end));
            } else {
                var start = new Point(from.x + sizes.get(edge.from).width / 2 + 3, from.y);
                var end = new Point(to.x + sizes.get(edge.to).width / 2 + 3, to.y);
                drawn.add(edge(start, new Point(4 + width + SIDE * 1.4, (from.y + to.y) / 2), end));
            }
        }
        return new Picture(Math.round(width + SIDE + 22), Math.round(y - COLUMN_GAP + 4), nodes(sizes, centres), drawn);
    }

    private static List<Box> nodes(List<Size> sizes, List<Point> centres) {
        return IntStream.range(0, sizes.size())
                .mapToObj(i -> box(sizes.get(i), centres.get(i)))
                .toList();
    }

    private static Box box(Size size, Point centre) {
        return new Box(
                Math.round(centre.x - size.width / 2),
                Math.round(centre.y - size.height / 2),
                Math.round(size.width),
                Math.round(size.height));
    }

    private static Curve edge(Point start, Point control, Point end) {
        String path = String.format(
                Locale.ROOT, "M%.1f %.1fQ%.1f %.1f %.1f %.1f", start.x, start.y, control.x, control.y, end.x, end.y);
        return new Curve(
                path,
                Math.round((start.x + 2 * control.x + end.x) / 4),
                Math.round((start.y + 2 * control.y + end.y) / 4),
                Math.round(end.x),
                Math.round(end.y),
                Math.round(Math.toDegrees(Math.atan2(end.y - control.y, end.x - control.x))));
    }
}
