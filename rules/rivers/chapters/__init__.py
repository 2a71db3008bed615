"""The rules of Rivers, a chapter a file: functions of numbers and seats, no dice inside."""
