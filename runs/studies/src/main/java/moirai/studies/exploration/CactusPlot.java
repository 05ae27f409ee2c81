package moirai.studies.exploration;

import java.awt.BasicStroke;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.knowm.xchart.VectorGraphicsEncoder;
import org.knowm.xchart.VectorGraphicsEncoder.VectorGraphicsFormat;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.style.markers.SeriesMarkers;

/** A plot of the number of programs that finish within a cost, with a line for each variant; a low line is good. */
final class CactusPlot {

    private static final int WIDTH = 900;
    private static final int HEIGHT = 540;
    /** The least value that is shown, because a logarithmic axis has no 0. */
    private static final double LEAST = 1e-3;

    private CactusPlot() {}

    /** Writes an SVG file; variants that finish nothing have no line. */
    static void write(
            Path file, String axis, Map<String, List<Measurement>> byVariant, ToDoubleFunction<Measurement> cost)
            throws IOException {
        XYChart chart = new XYChartBuilder()
                .width(WIDTH)
                .height(HEIGHT)
                .xAxisTitle("programs finished")
                .yAxisTitle(axis)
                .build();
        chart.getStyler().setYAxisLogarithmic(true);
        byVariant.forEach((variant, measurements) -> {
            double[] costs = measurements.stream()
                    .filter(Measurement::isFinished)
                    .mapToDouble(measurement -> Math.max(LEAST, cost.applyAsDouble(measurement)))
                    .sorted()
                    .toArray();
            if (costs.length > 0) {
                double[] counts =
                        IntStream.rangeClosed(1, costs.length).asDoubleStream().toArray();
                var series = chart.addSeries(variant, counts, costs);
                series.setMarker(SeriesMarkers.CIRCLE);
                series.setLineStyle(new BasicStroke(1.5f));
            }
        });
        VectorGraphicsEncoder.saveVectorGraphic(chart, file.toString(), VectorGraphicsFormat.SVG);
    }
}
