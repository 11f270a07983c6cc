"""The tables of ../schema.sql."""

from django.db import models


class StrainFile(models.Model):
    gps_start = models.IntegerField()
    utc_start = models.TextField()
    detector = models.TextField()
    sample_rate_khz = models.IntegerField()
    archive_path = models.TextField()

    class Meta:
        managed = False
        db_table = "strain_file"
        ordering = ["gps_start", "detector", "sample_rate_khz"]


class EventVersion(models.Model):
    name = models.TextField()
    version = models.IntegerField()
    gps = models.FloatField()
    catalog = models.TextField()
    doi = models.TextField(null=True)
    detectors = models.JSONField()

    class Meta:
        managed = False
        db_table = "event_version"
        ordering = ["-gps", "name", "version"]


class DefaultParameter(models.Model):
    name = models.TextField(unique=True)
    unit = models.TextField()
    description = models.TextField()

    class Meta:
        managed = False
        db_table = "default_parameter"


class ParameterValue(models.Model):
    event_version = models.ForeignKey(EventVersion, models.CASCADE, related_name="values")
    parameter = models.ForeignKey(DefaultParameter, models.CASCADE)
    best = models.FloatField()
    upper_error = models.FloatField(null=True)
    lower_error = models.FloatField(null=True)
    is_upper_limit = models.BooleanField()
    is_lower_limit = models.BooleanField()

    class Meta:
        managed = False
        db_table = "parameter_value"
        ordering = ["parameter_id"]
